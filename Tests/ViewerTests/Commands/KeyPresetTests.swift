import TestSupport
import Testing

@testable import Preferences
@testable import Viewer

/// The keys of other programs, and files of the user's own.
@Suite struct KeyPresetTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.folder("keys")
  }

  private func settings(_ text: String) throws -> ViewSettings {
    let path = try folder.file("config.toml", Array(text.utf8))
    return ViewSettings(PreferencesFile.read(Array(path.utf8)))
  }

  private func lines(_ preset: String) throws -> [KeySetting] {
    let text = try #require(KeyPreset(preset)?.text)
    let reading = PreferencesReading(name: preset, bytes: text, .keys)
    #expect(reading.sentences.isEmpty)
    return reading.keys
  }

  @Test(arguments: KeyPreset.names)
  func everyLineIsACommandOfItsOwnKeys(preset: String) throws {
    let map = try settings("keys = \"\(preset)\"\n").keyMap
    var taken: [[Trigger]] = []
    for line in try lines(preset) {
      let triggers = try #require(Trigger.sequence(parsing: line.keys), "\(line.keys)")
      let commands = try line.commands.map { try Command(parsing: $0) }
      #expect(
        !taken.contains { $0.starts(with: triggers) || triggers.starts(with: $0) },
        "\(line.keys) has two meanings")
      taken.append(triggers)
      // All that can be said about a line is which default key it replaces.
      var defaults = KeyMap()
      let sentence = defaults.bind(line)
      #expect(sentence?.hasPrefix("“\(line.keys)” replaces “") ?? true, "\(sentence ?? "")")
      #expect(
        map.match(triggers) == (commands.isEmpty ? .nothing : .commands(commands)), "\(line.keys)")
    }
    #expect(taken.count > 10)
  }

  @Test(arguments: KeyPreset.names)
  func noOtherKeyChanges(preset: String) throws {
    let replaced = Set(try lines(preset).compactMap { Trigger.sequence(parsing: $0.keys)?.first })
    let map = try settings("keys = \"\(preset)\"\n").keyMap
    for binding in KeyMap().bindings where !replaced.contains(binding.triggers[0]) {
      #expect(map.match(binding.triggers) == .commands(binding.commands), "\(binding.text)")
    }
  }

  @Test(arguments: KeyPreset.names)
  func thePrintedTextIsThatOfTheSettings(preset: String) throws {
    let text = try #require(KeyPreset(preset)?.text)
    let printed = try settings(String(decoding: text, as: UTF8.self))
    // Copied lines are the user's own: what they replace is said.
    #expect(printed.sentences.allSatisfy { $0.hasSuffix("”.") })
    let chosen = try settings("[keys]\npreset = \"\(preset)\"\n")
    #expect(chosen.sentences.isEmpty)
    #expect(printed.keyMap.bindings == chosen.keyMap.bindings)
    #expect(printed.keyMap.bindings != KeyMap().bindings)
  }

  @Test func theUsersLinesComeAfterThePreset() throws {
    let settings = try settings("[keys]\n\"v\" = \"split\"\n\"Right\" = \"\"\npreset = \"feh\"\n")
    #expect(settings.sentences.isEmpty)
    let v = try #require(Trigger(parsing: "v"))
    let right = try #require(Trigger(parsing: "Right"))
    let up = try #require(Trigger(parsing: "Up"))
    #expect(settings.keyMap.match([v]) == Command(.split).map { .commands([$0]) })
    #expect(settings.keyMap.match([right]) == .nothing)
    #expect(settings.keyMap.match([up]) == Command(.zoomIn).map { .commands([$0]) })
  }

  @Test func theWheelOfFehGoesThroughTheAlbum() throws {
    let map = try settings("keys = \"feh\"\n").keyMap
    let up = try #require(Trigger(parsing: "WheelUp"))
    let down = try #require(Trigger(parsing: "WheelDown"))
    #expect(map.match([up]) == Command(.previous).map { .commands([$0]) })
    #expect(map.match([down]) == Command(.next).map { .commands([$0]) })
    // A laptop has no wheel: menus show a key.
    #expect(map.shownKeys(of: .next).first == "Right")
    #expect(map.shownKeys(of: .previous).first == "Left")
  }

  @Test func theUsersWheelReplacesBothDirectionsOfAPreset() throws {
    let both = try #require(Trigger(parsing: "Wheel"))
    let directions = try ["WheelUp", "WheelDown"].map { try #require(Trigger(parsing: $0)) }
    for command in ["zoom-by 1.25", ""] {
      let text = "[keys]\npreset = \"feh\"\n\"Wheel\" = \"\(command)\"\n"
      let map = try settings(text).keyMap
      for direction in directions { #expect(map.match([direction]) == .nothing) }
      let bound = command.isEmpty ? [] : [try Command(parsing: command)]
      #expect(map.match([both]) == (bound.isEmpty ? .nothing : .commands(bound)))
    }
    // With other modifiers, it is another wheel.
    let other = try settings("[keys]\npreset = \"feh\"\n\"Alt+Wheel\" = \"next\"\n").keyMap
    #expect(other.match([directions[0]]) == Command(.previous).map { .commands([$0]) })
    // In one table, each direction is the user's own, whatever comes first.
    for lines in [["Wheel", "WheelUp"], ["WheelUp", "Wheel"]] {
      let text = lines.map { "\"\($0)\" = \"\($0 == "Wheel" ? "previous" : "faster")\"\n" }
      let map = try settings("[keys]\n" + text.joined()).keyMap
      #expect(map.match([directions[0]]) == Command(.faster).map { .commands([$0]) })
      #expect(map.match([both]) == Command(.previous).map { .commands([$0]) })
    }
  }

  @Test func withoutAPresetTheDefaultsStay() throws {
    for text in ["", "[keys]\n", "[keys]\npreset = \"none\"\n", "keys = \"none\"\n"] {
      #expect(try settings(text).keyMap.bindings == KeyMap().bindings)
      #expect(try settings(text).sentences.isEmpty)
    }
  }

  @Test func aFileOfTheUsersComesBeforeTheProgramsOwn() throws {
    for (name, command) in [("mine", "fit"), ("feh", "fill")] {
      try folder.file("keys/\(name).toml", Array("[keys]\n\"g f\" = \"\(command)\"\n".utf8))
      let settings = try settings("keys = \"\(name)\"\n")
      let triggers = try #require(Trigger.sequence(parsing: "g f"))
      #expect(settings.keyMap.match(triggers) == .commands([try Command(parsing: command)]))
      let up = try #require(Trigger(parsing: "Up"))
      #expect(settings.keyMap.match([up]) == KeyMap().match([up]), "the program's own is unread")
    }
  }

  @Test func aWrongLineOfAFileIsNamedWithItsPlace() throws {
    let text = "[keys]\n\"y\" = \"nonsense\"\n\"z\" = \"fit\"\n"
    let file = try folder.file("keys/mine.toml", Array(text.utf8))
    let settings = try settings("[keys]\npreset = \"mine\"\n\"y\" = \"fill\"\n")
    #expect(settings.sentences == ["\(file):2: “y”: there is no command “nonsense”."])
    for (key, command) in [("z", "fit"), ("y", "fill")] {
      let trigger = try #require(Trigger(parsing: key))
      #expect(settings.keyMap.match([trigger]) == .commands([try Command(parsing: command)]))
    }
  }

  @Test func aFileMayHaveContexts() throws {
    let text = "[keys.animation]\n\"Space\" = \"play\"\n"
    try folder.file("keys/films.toml", Array(text.utf8))
    let settings = try settings("keys = \"films\"\n")
    let space = try #require(Trigger(parsing: "Space"))
    let map = settings.contextKeys.map(in: [.animation])
    #expect(map.match([space]) == Command(.play).map { .commands([$0]) })
    #expect(settings.keyMap.match([space]) == Command(.next).map { .commands([$0]) })
  }

  @Test(arguments: [
    ("\"fhe\"", "not “fhe”."), ("\"\"", "not “”."), ("\"../keys/feh\"", "not “../keys/feh”."),
    ("[\"feh\"]", "“preset” must be a name in quotes, not a list."),
    ("3", "“preset” must be a name in quotes, not 3."),
  ])
  func mistakesAreOneSentenceWithTheLine(value: String, end: String) throws {
    let settings = try settings("glide = true\n[keys]\npreset = \(value)\n")
    let sentence = try #require(settings.sentences.first)
    #expect(settings.sentences.count == 1)
    #expect(sentence.hasPrefix(folder["config.toml"] + ":3: “preset” must be "))
    #expect(sentence.hasSuffix(end))
    #expect(settings.keyMap.bindings == KeyMap().bindings)
  }
}
