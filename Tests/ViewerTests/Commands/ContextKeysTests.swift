import Preferences
import TestSupport
import Testing

@testable import Viewer

/// Keys that have other commands while an animation is shown, or in full screen.
@Suite struct ContextKeysTests {
  private func settings(_ text: String) throws -> ViewSettings {
    let folder = try TemporaryFolder()
    let path = try folder.file("config.toml", Array(text.utf8))
    return ViewSettings(PreferencesFile.read(Array(path.utf8)))
  }

  private func command(
    _ key: String, in keys: ContextKeys, _ contexts: Set<KeyContext>
  ) throws -> String? {
    let triggers = try #require(Trigger.sequence(parsing: key))
    guard case .commands(let commands) = keys.map(in: contexts).match(triggers) else { return nil }
    return commands.map(\.description).joined(separator: "; ")
  }

  private let text = """
    [keys.animation]
    "Space" = "play"
    "g f" = "fit"
    "u" = ["mirror", "next"]
    [keys.full-screen]
    "Space" = "last"
    "n" = ""
    "u" = "first"
    [keys]
    "u" = "fill"
    """

  @Test func theInnermostContextComesFirst() throws {
    let settings = try settings(text)
    #expect(settings.sentences.count == 1)
    #expect(
      settings.sentences.first?.hasSuffix(
        "config.toml:3: “g f” replaces “g”, which did “next-filter”.") == true)
    let keys = settings.contextKeys
    let expected: [(String, Set<KeyContext>, String?)] = [
      ("Space", [], "next 1"), ("Space", [.animation], "play"), ("Space", [.fullScreen], "last"),
      ("Space", [.animation, .fullScreen], "play"), ("g", [], "next-filter"),
      ("g", [.animation], nil), ("g f", [.animation], "fit"), ("g f", [.fullScreen], nil),
      ("u", [], "fill"), ("u", [.animation], "mirror; next 1"), ("u", [.fullScreen], "first"),
      ("n", [], "next 1"), ("n", [.fullScreen], nil), ("n", [.animation], "next 1"),
      ("n", [.animation, .fullScreen], nil), ("m", [.animation, .fullScreen], "mirror"),
    ]
    for (key, contexts, result) in expected {
      #expect(try command(key, in: keys, contexts) == result, "\(key) in \(contexts)")
    }
  }

  @Test func menusShowTheKeysThatApply() throws {
    let keys = try settings(text).contextKeys
    #expect(keys.map(in: [.animation]).shownKeys(of: .play).first == "Space")
    #expect(!keys.map(in: [.animation]).shownKeys(of: .next).contains("Space"))
    #expect(keys.map(in: []).shownKeys(of: .next).first == "Space")
    var active = ActiveKeys(keys)
    let all: [Set<KeyContext>] = [[], [.animation], [.animation, .fullScreen], [.fullScreen], []]
    for contexts in all {
      let map = active.map(in: contexts)
      #expect(map.bindings == keys.map(in: contexts).bindings)
    }
  }

  @Test func withoutLinesOfItsOwnAContextChangesNothing() throws {
    for text in ["", "[keys.animation]\n", "[keys]\n\"y\" = \"fit\"\n"] {
      let keys = try settings(text).contextKeys
      for contexts in [Set(KeyContext.allCases), [.animation]] {
        #expect(keys.map(in: contexts).bindings == keys.base.bindings)
      }
      #expect(CommandListing.text(of: keys) == CommandListing.text(of: keys.base))
    }
  }

  @Test func theListNamesTheContexts() throws {
    let lines = CommandListing.text(of: try settings(text).contextKeys).split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "[keys.full-screen]"))
    let end = try #require(lines.firstIndex(of: "[keys.animation]"))
    let rows = lines[(start + 1)..<end].map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
    #expect(Set(rows) == ["Space last", "u first;", "n nothing"])
    #expect(lines[start..<end].contains { $0.contains("first; then fill  First picture; then ") })
    let others = lines[(end + 1)...]
    #expect(others.contains { $0.hasPrefix("Space") && $0.contains("play") })
    #expect(others.contains { $0.hasPrefix("g  ") && $0.contains("nothing") })
    #expect(!others.contains { $0.contains("; then") }, "while an animation plays, play does")
  }

  @Test(arguments: [
    ("\"Esc\" = \"quit\"", "“Esc” always keeps its own command."),
    ("\"y\" = \"nonsense\"", "“y”: there is no command “nonsense”."),
    ("\"y\" = 3", "“y” must be a command in quotes or a list of commands, not 3."),
    ("\"Bogus\" = \"fit\"", "there is no key “Bogus”."),
  ])
  func mistakesAreOneSentenceWithTheLine(line: String, sentence: String) throws {
    let settings = try settings("glide = true\n[keys.animation]\n\(line)\n\"x\" = \"fit\"\n")
    #expect(settings.sentences.count == 1)
    #expect(settings.sentences.first?.hasSuffix("config.toml:3: " + sentence) == true)
    #expect(try command("x", in: settings.contextKeys, [.animation]) == "fit")
  }

  @Test func anUnknownContextIsNamed() throws {
    let settings = try settings("[keys.animations]\n\"y\" = \"fit\"\n[zoom.in]\nx = 1\n")
    #expect(
      settings.sentences.map { $0.drop { $0 != ":" } } == [
        ":1: “animations” must be a command in quotes or a list of commands, not a table; "
          + "did you mean [keys.animation]?",
        ":3: settings belong outside any table; [zoom] is ignored.",
      ])
    #expect(settings.contextKeys.map(in: Set(KeyContext.allCases)).bindings == KeyMap().bindings)
  }

  /// Thousands of lines must not delay the window.
  @Test func manyLinesAreBoundInTime() throws {
    let lines = (0..<2000).map { "\"F\($0 % 24 + 1) \($0 % 10) \($0)\" = \"fit\"\n" }.joined()
    let start = ContinuousClock.now
    let settings = try settings("[keys.animation]\n\(lines)[keys.full-screen]\n\(lines)")
    _ = settings.contextKeys.map(in: Set(KeyContext.allCases))
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func aPresetNeedsNoTable() throws {
    let chosen = try settings("keys = \"feh\"\n")
    #expect(chosen.sentences.isEmpty)
    let same = try settings("[keys]\npreset = \"feh\"\n").keyMap.bindings
    #expect(chosen.keyMap.bindings == same && same != KeyMap().bindings)
    #expect(try settings("keys = \"none\"\n").keyMap.bindings == KeyMap().bindings)
    let wrong = try settings("glide = true\nkeys = \"fhe\"\n")
    #expect(wrong.sentences.count == 1)
    #expect(wrong.sentences.first?.hasSuffix(", not “fhe”.") == true)
  }
}
