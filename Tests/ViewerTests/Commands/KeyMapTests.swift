import Geometry
import Gestures
import Testing

@testable import Preferences
@testable import Viewer

extension KeyMap {
  /// Binds keys as a line of the settings says.
  fileprivate mutating func bind(_ keys: String, to commands: [String]) -> String? {
    bind(KeySetting(keys: keys, commands: commands, place: ""))
  }
}

/// The default keys, and the user's.
@Suite struct KeyMapTests {
  /// A map that expectations can change.
  private final class Keys {
    private(set) var map = KeyMap()

    func bind(_ keys: String, to commands: [String]) -> String? { map.bind(keys, to: commands) }
  }

  private func trigger(_ text: String) throws -> Trigger { try #require(Trigger(parsing: text)) }

  private func command(_ text: String, in keys: Keys = Keys()) throws -> String? {
    guard case .commands(let commands) = keys.map.match([try trigger(text)]) else { return nil }
    return commands.map(\.description).joined(separator: "; ")
  }

  @Test func everyDefaultKeyPerformsItsCommand() throws {
    for name in CommandName.allCases {
      for key in name.definition.keys + name.definition.aliases {
        #expect(KeyMap().match([key]) == Command(name).map { .commands([$0]) }, "\(key.text)")
      }
    }
    let keys = CommandName.allCases.flatMap { $0.definition.keys + $0.definition.aliases }
    #expect(Set(keys).count == keys.count, "a key has two commands")
  }

  @Test func aNamedKeyWithShiftIsTheKeyUnlessItIsBound() throws {
    #expect(try command("Shift+F11") == "full-screen")
    #expect(try command("Shift+PageDown") == "next-page")
    #expect(try command("Shift+Home") == "first")
    #expect(try command("Ctrl+Shift+Q") == nil)
  }

  @Test func aButtonWithModifiersIsTheButtonUnlessItIsBound() throws {
    let keys = Keys()
    #expect(try command("Ctrl+Button8", in: keys) == "previous 1")
    #expect(keys.bind("Ctrl+Button8", to: ["first"]) == nil)
    #expect(try command("Ctrl+Button8", in: keys) == "first")
    #expect(try command("Alt+Button8", in: keys) == "previous 1")
  }

  @Test func unbindingASequenceLeavesItsFirstKey() throws {
    let keys = Keys()
    #expect(keys.bind("g g", to: []) == nil)
    #expect(try command("g", in: keys) == "next-filter")
  }

  @Test func otherChordsAreTheWindowManagers() throws {
    for key in ["Ctrl+N", "Ctrl+Alt+Q", "Alt+f", "Super+1", "Ctrl+Alt+S", "Alt+Left"] {
      #expect(try command(key) == nil, "\(key)")
    }
  }

  @Test func theUsersKeysReplaceTheDefaults() throws {
    let keys = Keys()
    #expect(keys.bind("x", to: ["mirror", "next 2"]) == nil)
    #expect(keys.bind("Ctrl+D", to: ["zoom-to 2"]) == nil)
    #expect(keys.bind("n", to: []) == nil)
    #expect(keys.bind("m", to: [""]) == nil)
    #expect(try command("x", in: keys) == "mirror; next 2")
    #expect(try command("Ctrl+D", in: keys) == "zoom-to 2")
    #expect(try command("n", in: keys) == nil && command("m", in: keys) == nil)
    #expect(try command("Space", in: keys) == "next 1")
    #expect(keys.bind("x", to: ["fit"]) == nil)
    #expect(try command("x", in: keys) == "fit")
  }

  @Test func menusShowTheUsersKeyFirst() {
    let keys = Keys()
    #expect(keys.map.shownKeys(of: .zoomIn) == ["+", "Ctrl++"])
    _ = keys.bind("i", to: ["zoom-in"])
    #expect(keys.map.shownKeys(of: .zoomIn) == ["i", "+", "Ctrl++"])
    _ = keys.bind("+", to: [])
    #expect(keys.map.shownKeys(of: .zoomIn) == ["i", "Ctrl++"])
  }

  @Test func theWheelIsShownLastAndButtonsNotInTheBar() {
    let keys = Keys()
    let before = keys.map.shownKeys(of: .next)
    #expect(keys.bind("WheelDown", to: ["next"]) == nil)
    #expect(keys.map.shownKeys(of: .next) == before + ["WheelDown"])
    #expect(keys.map.keyboardKey(of: .next) == before.first)
    #expect(keys.bind("Ctrl+Button9", to: ["fit"]) == nil)
    #expect(keys.map.shownKeys(of: .fit).first == "Ctrl+Button9")
    #expect(keys.map.keyboardKey(of: .fit) == KeyMap().shownKeys(of: .fit).first)
    // Without a key, the wheel is better than nothing.
    #expect(keys.map.keyboardKey(of: .expose) == nil)
    #expect(keys.map.shownKeys(of: .expose) == ["Ctrl+Shift+Wheel"])
  }

  @Test func wrongLinesAreOneSentenceAndChangeNothing() {
    let keys = Keys()
    let before = keys.map.bindings
    #expect(keys.bind("Bogus", to: ["fit"]) == "there is no key “Bogus”")
    #expect(keys.bind("y", to: ["nonsense"]) == "“y”: there is no command “nonsense”")
    #expect(
      keys.bind("y", to: ["fit", "zoom-to"])?.hasPrefix("“y”: “zoom-to” needs SCALE") == true)
    for key in ["Esc", "Menu", "F10", "Tab", "Tab x"] {
      #expect(keys.bind(key, to: ["quit"]) == "“\(key)” always keeps its own command")
      #expect(keys.bind(key, to: []) == "“\(key)” always keeps its own command")
    }
    for key in ["Wheel x", "x Wheel", "Alt+Wheel x", "WheelUp WheelDown"] {
      #expect(
        keys.bind(key, to: ["expose"]) == "“\(key)”: the wheel can't be in a sequence")
    }
    #expect(keys.bind("Wheel", to: ["fit"]) == "“Wheel”: “fit” can't be bound to the wheel")
    #expect(keys.bind("WheelUp", to: ["trash"])?.hasSuffix("can't be bound to the wheel") == true)
    #expect(keys.bind("Alt+Wheel", to: ["fit"]) == "“Alt+Wheel”: “fit” can't be bound to the wheel")
    #expect(keys.bind("a\u{202E}b", to: ["fit"])?.contains("\u{202E}") == false)
    #expect(keys.map.bindings == before)
  }

  @Test func theWheelTakesSteps() throws {
    let keys = Keys()
    for step in [
      "zoom-by 1.1", "pan 0.1 0", "next", "previous 3", "go +2", "next-page", "previous-page",
      "faster", "slower", "rotate 90", "turn-left", "expose 0.5", "zoom-in", "next-filter",
    ] {
      #expect(keys.bind("Alt+Wheel", to: [step]) == nil, "\(step)")
      let shown = try Command(parsing: step).description
      #expect(try command("Alt+Wheel", in: keys) == shown)
    }
    for other in ["trash", "delete", "move-to", "undo", "mark", "go 2", "quit", "script a"] {
      let name = other.prefix { $0 != " " }
      #expect(
        keys.bind("Alt+Wheel", to: ["next", other])
          == "“Alt+Wheel”: “\(name)” can't be bound to the wheel")
    }
    #expect(try command("Alt+Wheel", in: keys) == "next-filter")
    for wheel in ["Wheel", "WheelUp", "WheelDown", "Shift+WheelUp"] {
      #expect(try command(wheel, in: keys) == nil, "\(wheel)")
      #expect(keys.bind(wheel, to: ["next"]) == nil, "\(wheel)")
      #expect(try command(wheel, in: keys) == "next 1", "\(wheel)")
    }
  }

  @Test func theHelpSaysHowToZoomWhereTheWheelPages() {
    let keys = Keys()
    #expect(KeyHelp.rows(for: keys.map).first?.key == "wheel   pinch")
    #expect(keys.bind("Alt+Wheel", to: ["next"]) == nil)
    #expect(KeyHelp.rows(for: keys.map).first?.key == "wheel   pinch")
    #expect(keys.bind("WheelDown", to: ["next"]) == nil)
    #expect(KeyHelp.rows(for: keys.map).first?.key == "Ctrl+wheel   pinch")
  }

  @Test func aSequenceReplacesItsFirstKey() throws {
    let keys = Keys()
    #expect(keys.bind("g f", to: ["fit"]) == "“g f” replaces “g”, which did “next-filter”")
    #expect(keys.bind("g i", to: ["mirror"]) == nil)
    guard case .prefix(_, let following) = keys.map.match([try trigger("g")]) else {
      Issue.record("g waits for no other key")
      return
    }
    #expect(Set(following.map(\.text)) == ["f", "i"])
    #expect(
      keys.map.match([try trigger("g"), try trigger("f")])
        == .commands([try Command(parsing: "fit")]))
    // A key also replaces a sequence.
    #expect(keys.bind("g", to: ["quit"])?.hasPrefix("“g” replaces “g ") == true)
    #expect(try command("g", in: keys) == "quit")
  }
}

/// Keys that are pressed one after the other.
@Suite struct KeySequenceTests {
  private let map: KeyMap
  private let g: Trigger, f: Trigger, x: Trigger

  init() throws {
    var map = KeyMap()
    _ = map.bind("g f", to: ["fit"])
    self.map = map
    g = try #require(Trigger(parsing: "g"))
    f = try #require(Trigger(parsing: "f"))
    x = try #require(Trigger(parsing: "x"))
  }

  /// A sequence that expectations can change.
  private final class Pressed {
    private var sequence = KeySequence()
    var deadline: Double? { sequence.deadline }

    func take(_ trigger: Trigger, in map: KeyMap, at now: Double) -> KeySequence.Outcome {
      sequence.take(trigger, in: map, at: now)
    }

    func trigger(of press: KeyPress, in map: KeyMap, at now: Double) -> Trigger {
      sequence.trigger(of: press, in: map, at: now)
    }

    func expire(at now: Double) -> Bool { sequence.expire(at: now) }
  }

  private func perform(_ text: String) throws -> KeySequence.Outcome {
    .perform([try Command(parsing: text)])
  }

  @Test func theSecondKeyCompletesIt() throws {
    let sequence = Pressed()
    guard case .wait = sequence.take(g, in: map, at: 5) else {
      Issue.record("no waiting")
      return
    }
    #expect(sequence.deadline == 6)
    #expect(sequence.take(f, in: map, at: 5.9) == (try perform("fit")))
    #expect(sequence.deadline == nil)
  }

  @Test func afterASecondTheNextKeyIsAFirstOne() throws {
    let sequence = Pressed()
    _ = sequence.take(g, in: map, at: 5)
    #expect(sequence.take(f, in: map, at: 6) == (try perform("full-screen")))
    #expect(!sequence.expire(at: 7))
    _ = sequence.take(g, in: map, at: 8)
    #expect(!sequence.expire(at: 8.9) && sequence.expire(at: 9))
  }

  @Test func shiftWithTheFirstKeyMakesNoDifference() throws {
    var map = KeyMap()
    _ = map.bind("F5 x", to: ["fit"])
    let sequence = Pressed()
    _ = sequence.take(try #require(Trigger(parsing: "Shift+F5")), in: map, at: 1)
    #expect(sequence.take(x, in: map, at: 1.5) == (try perform("fit")))
  }

  @Test func anotherKeyCountsAsAFirstOne() throws {
    let sequence = Pressed()
    _ = sequence.take(g, in: map, at: 5)
    #expect(sequence.take(x, in: map, at: 5.1) == (try perform("toggle-filters")))
  }

  /// On a Russian keyboard, the key of `g` has `п`.
  @Test func theCharacterOnAKeyComesBeforeItsLatinOne() throws {
    let press = KeyPress(
      keysym: Keysym("g").rawValue, originalKeysym: Keysym("п").rawValue, modifiers: [],
      position: .zero, time: 0)
    let own = try #require(Trigger(parsing: "п"))
    let sequence = Pressed()
    #expect(sequence.trigger(of: press, in: map, at: 5) == g)
    var alone = map
    _ = alone.bind("п", to: ["mirror"])
    #expect(sequence.trigger(of: press, in: alone, at: 5) == own)
    #expect(sequence.take(own, in: alone, at: 5) == (try perform("mirror")))
    // In a sequence, it is bound after its first key only.
    var second = map
    _ = second.bind("g п", to: ["mirror"])
    #expect(sequence.trigger(of: press, in: second, at: 5) == g)
    _ = sequence.take(g, in: second, at: 5)
    #expect(sequence.trigger(of: press, in: second, at: 5.5) == own)
    #expect(sequence.trigger(of: press, in: second, at: 6.5) == g)
    #expect(sequence.take(own, in: second, at: 5.5) == (try perform("mirror")))
  }

  @Test func aCommandWithItsValueHasKeysOfItsOwn() {
    var map = KeyMap()
    #expect(map.bind("F5", to: ["script wallpaper"]) == nil)
    #expect(map.shownKeys(of: Command(script: "wallpaper")) == ["F5"])
    #expect(map.shownKeys(of: Command(script: "other")).isEmpty)
    #expect(map.shownKeys(of: .script).isEmpty)
    #expect(Command(script: "a b").description == "script 'a b'")
    #expect(Command(script: "a b").title == "a b")
  }
}
