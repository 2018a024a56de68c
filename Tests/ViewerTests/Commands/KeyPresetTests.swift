import Preferences
import TestSupport
import Testing

@testable import Viewer

/// The keys of other programs.
@Suite struct KeyPresetTests {
  private func settings(_ text: String) throws -> ViewSettings {
    let folder = try TemporaryFolder()
    let path = try folder.file("config.toml", Array(text.utf8))
    return ViewSettings(PreferencesFile.read(Array(path.utf8)))
  }

  @Test(arguments: KeyPreset.allCases)
  func everyLineIsACommandOfItsOwnKeys(preset: KeyPreset) throws {
    var taken: [[Trigger]] = []
    for line in preset.lines {
      let triggers = try #require(Trigger.sequence(parsing: line.keys), "\(line.keys)")
      let commands = try line.commands.map { try Command(parsing: $0) }
      #expect(
        !taken.contains { $0.starts(with: triggers) || triggers.starts(with: $0) },
        "\(line.keys) has two meanings")
      taken.append(triggers)
      // All that can be said about a line is which default key it replaces.
      var map = KeyMap()
      let sentence = map.bind(line.keys, to: line.commands)
      #expect(sentence?.hasPrefix("“\(line.keys)” replaces “") ?? true, "\(sentence ?? "")")
      let meaning = KeyMap(preset: preset).match(triggers)
      #expect(meaning == (commands.isEmpty ? .nothing : .commands(commands)), "\(line.keys)")
    }
  }

  @Test(arguments: KeyPreset.allCases)
  func noOtherKeyChanges(preset: KeyPreset) throws {
    let lines = try preset.lines.map { try #require(Trigger.sequence(parsing: $0.keys)) }
    let replaced = Set(lines.compactMap(\.first))
    let map = KeyMap(preset: preset)
    for binding in KeyMap().bindings where !replaced.contains(binding.triggers[0]) {
      #expect(map.match(binding.triggers) == .commands(binding.commands), "\(binding.text)")
    }
  }

  @Test(arguments: KeyPreset.allCases)
  func thePrintedLinesAreThoseOfTheSettings(preset: KeyPreset) throws {
    let text = CommandListing.text(of: preset)
    #expect(try settings(text).sentences.allSatisfy { $0.hasSuffix("”.") })
    let printed = try settings(text).keyMap.bindings
    let chosen = try settings("[keys]\npreset = \"\(preset.rawValue)\"\n")
    #expect(chosen.sentences.isEmpty)
    #expect(printed == chosen.keyMap.bindings)
    #expect(printed != KeyMap().bindings)
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

  @Test func withoutAPresetTheDefaultsStay() throws {
    for text in ["", "[keys]\n", "[keys]\npreset = \"none\"\n"] {
      #expect(try settings(text).keyMap.bindings == KeyMap().bindings)
      #expect(try settings(text).sentences.isEmpty)
    }
  }

  @Test(arguments: [
    (
      "\"fhe\"",
      #"“preset” must be "none", "gnome", "vi" or "feh", not “fhe”."#
    ),
    ("\"\"", #"“preset” must be "none", "gnome", "vi" or "feh", not “”."#),
    ("[\"feh\"]", "“preset” must be a name in quotes, not a list."),
    ("3", "“preset” must be a name in quotes, not 3."),
  ])
  func mistakesAreOneSentenceWithTheLine(value: String, sentence: String) throws {
    let settings = try settings("glide = true\n[keys]\npreset = \(value)\n")
    #expect(settings.sentences.count == 1)
    #expect(settings.sentences.first?.hasSuffix("config.toml:3: " + sentence) == true)
    #expect(settings.keyMap.bindings == KeyMap().bindings)
  }
}
