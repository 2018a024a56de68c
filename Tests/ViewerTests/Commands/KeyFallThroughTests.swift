import Testing

@testable import Preferences
@testable import Viewer

/// Keys whose command isn't allowed, and that have another in a wider table.
@Suite struct KeyFallThroughTests {
  private typealias Line = (context: KeyContext?, keys: String, commands: [String])

  /// Returns the default keys, changed by lines of the settings.
  private func bound(_ lines: [Line]) -> ContextKeys {
    var keys = ContextKeys(KeyMap())
    for line in lines {
      let setting = KeySetting(
        context: line.context, keys: line.keys, commands: line.commands, place: "")
      let problem = keys.bind(setting)
      #expect(problem == nil, "\(line.keys)")
    }
    return keys
  }

  /// Returns the commands of keys while no command is allowed that needs one of `unmet`.
  private func commands(
    _ keys: String, in map: KeyMap, without unmet: Set<CommandNeeds> = []
  ) throws -> String? {
    let triggers = try #require(Trigger.sequence(parsing: keys))
    let match = map.match(triggers, allows: { !unmet.contains($0.definition.needs) })
    guard case .commands(let commands) = match else { return nil }
    return commands.map(\.description).joined(separator: "; ")
  }

  @Test func aKeyFallsThroughToItsDefault() throws {
    let map = bound([(nil, "Space", ["play"])]).base
    #expect(try commands("Space", in: map) == "play")
    #expect(try commands("Space", in: map, without: [.animation]) == "next 1")
    // If neither is allowed, the user's own says why.
    #expect(try commands("Space", in: map, without: [.animation, .album]) == "play")
    #expect(try commands("n", in: map, without: [.album]) == "next 1")
  }

  @Test func theInnermostTableComesFirst() throws {
    let keys = bound([
      (nil, "e", ["next-marked"]), (.fullScreen, "e", ["toggle-filters"]),
      (.animation, "e", ["next-page"]),
    ])
    let map = keys.map(in: [.fullScreen, .animation])
    let expected: [(Set<CommandNeeds>, String)] = [
      ([], "next-page"), ([.filters], "next-page"), ([.pages], "toggle-filters"),
      ([.pages, .filters], "next-marked"), ([.pages, .filters, .marks], "filter-panel"),
      ([.pages, .marks], "toggle-filters"),
    ]
    for (unmet, result) in expected {
      #expect(try commands("e", in: map, without: unmet) == result, "\(unmet)")
    }
    #expect(try commands("e", in: keys.base, without: [.marks]) == "filter-panel")
  }

  @Test func aPresetIsATableOfItsOwn() throws {
    var keys = KeyMap()
    _ = keys.bind(
      KeySetting(keys: "Left", commands: ["previous"], place: "", isPreset: true))
    _ = keys.bind(KeySetting(keys: "Left", commands: ["previous-page"], place: ""))
    #expect(try commands("Left", in: keys) == "previous-page")
    #expect(try commands("Left", in: keys, without: [.pages]) == "previous 1")
    #expect(try commands("Left", in: keys, without: [.pages, .album]) == "pan-left")
  }

  @Test func aListFallsThroughAsAWhole() throws {
    let map = bound([(nil, "e", ["play", "next-marked"])]).base
    for unmet in [[], [.marks], [.animation]] as [Set<CommandNeeds>] {
      #expect(try commands("e", in: map, without: unmet) == "play; next-marked", "\(unmet)")
    }
    #expect(try commands("e", in: map, without: [.animation, .marks]) == "filter-panel")
  }

  /// While a picture loads or a file changes, a key must not do something else.
  @Test func onlyLastingNeedsLetKeysThrough() throws {
    let examples: [(needs: CommandNeeds, command: String, fallsThrough: Bool)] = [
      (.album, "next 1", true), (.pages, "next-page", true), (.animation, "play", true),
      (.filters, "toggle-filters", true), (.scripts, "script 'note'", true),
      (.marks, "unmark-all", true), (.picture, "fit", false), (.file, "rename", false),
      (.files, "trash", false), (.changes, "undo", false),
    ]
    #expect(Set(examples.map(\.needs) + [.nothing]) == Set(CommandNeeds.allCases))
    for (needs, command, fallsThrough) in examples {
      #expect(try Command(parsing: command).name.definition.needs == needs)
      let map = bound([(nil, "e", [command])]).base
      #expect(try commands("e", in: map) == command)
      let result = fallsThrough ? "filter-panel" : command
      #expect(try commands("e", in: map, without: [needs]) == result, "\(command)")
    }
  }

  /// A key that the user has bound to something harmless must not lose files, or the window.
  @Test(arguments: [
    "Delete", "Shift+Delete", "Ctrl+Z", "F2", "F8", "Ctrl+S", "Ctrl+V", "Ctrl+P", "M", "q",
  ])
  func noKeyFallsThroughToACommandWithConsequences(key: String) throws {
    let map = bound([(nil, key, ["toggle-filters"])]).base
    #expect(try commands(key, in: map, without: [.filters]) == "toggle-filters")
    // Nor if the user has moved that command to another key.
    let command = try #require(try commands(key, in: KeyMap()))
    let keys = bound([(nil, "e", [command]), (.fullScreen, "e", ["play"])])
    #expect(try commands("e", in: keys.map(in: [.fullScreen]), without: [.animation]) == "play")
  }

  @Test func anUnboundKeyHasNoWiderMeaning() throws {
    let keys = bound([(nil, "e", [""]), (.fullScreen, "e", ["play"])])
    let map = keys.map(in: [.fullScreen])
    #expect(try commands("e", in: map, without: [.animation]) == "play")
    #expect(try commands("e", in: keys.base) == nil)
  }

  @Test func sequencesFallThroughToo() throws {
    let keys = bound([(nil, "y x", ["fit"]), (.fullScreen, "y x", ["play"])])
    let map = keys.map(in: [.fullScreen])
    #expect(try commands("y x", in: map) == "play")
    #expect(try commands("y x", in: map, without: [.animation]) == "fit")
    let triggers = try #require(Trigger.sequence(parsing: "y x"))
    let fit = try Command(parsing: "fit")
    var sequence = KeySequence()
    _ = sequence.take(triggers[0], in: map, at: 1)
    let outcome = sequence.take(triggers[1], in: map, at: 1.5, allows: { $0 != .play })
    #expect(outcome == .perform([fit]))
  }

  /// The list leaves out what a key can't reach.
  @Test func theListHasTheCommandsInTheirOrder() throws {
    let keys = bound([
      (nil, "Space", ["play"]), (nil, "n", ["last"]), (nil, "e", ["next-marked"]),
      (nil, "Delete", ["toggle-filters"]), (nil, "w", ["mirror"]),
      (.fullScreen, "e", ["toggle-filters", "play"]), (.animation, "Home", ["next-page"]),
    ])
    let expected: [(String, KeyContext?, [String])] = [
      ("Space", nil, ["play", "next 1"]), ("n", nil, ["last"]),
      ("e", nil, ["next-marked", "filter-panel"]), ("Delete", nil, ["toggle-filters"]),
      ("w", nil, ["mirror"]), ("m", nil, ["mirror"]),
      ("e", .fullScreen, ["toggle-filters, play", "next-marked", "filter-panel"]),
      ("Home", .animation, ["next-page"]),
    ]
    for (key, context, texts) in expected {
      let map = keys.map(in: Set([context].compactMap(\.self)))
      let binding = try #require(map.bindings.first { $0.text == key }, "\(key)")
      let order = binding.order(in: context).map { list in
        list.map(\.description).joined(separator: ", ")
      }
      #expect(order == texts, "\(key)")
    }
    let text = CommandListing.text(of: keys)
    #expect(text.contains("  play; then next 1  ") && text.contains("  Play; then Next picture\n"))
  }

  @Test func theSameCommandAgainIsNoTableOfItsOwn() {
    let keys = bound([(.animation, "Space", ["next"])])
    #expect(CommandListing.text(of: keys) == CommandListing.text(of: keys.base))
  }
}
