import Testing

@testable import Preferences

/// Settings that are set by a word.
@Suite struct SettingWordTests {
  /// Preferences that expectations can change.
  private final class Target {
    private(set) var preferences = Preferences()

    func set(_ name: String, _ word: String) -> String? {
      do throws(Setting.Problem) {
        try Setting.named(name).get().set(word, in: &preferences)
        return nil
      } catch {
        return error.sentence
      }
    }
  }

  @Test func wordsAreTheValuesOfTheFileWithoutQuotes() {
    let target = Target()
    for (name, word) in [
      ("animation", "false"), ("elastic-limit", "0"), ("wheel-step", "1.5"), ("tile-size", "512"),
      ("edge-policy", "free"), ("background", "000000"), ("svg-background", "none"),
      ("double-click", "2"), ("double-click", "auto"), ("filter", "exposure(0.5), sharpen"),
      ("filter", ""), ("header-file", "~/headers"), ("bar", "off"),
    ] {
      #expect(target.set(name, word) == nil, "\(name)")
    }
    var expected = Preferences()
    expected.zooming.isAnimated = false
    expected.zooming.elasticLimit = 0
    expected.zooming.wheelStep = 1.5
    expected.zooming.edgePolicy = .free
    expected.tileSize = 512
    expected.background = .init(red: 0, green: 0, blue: 0)
    expected.headerFile = "~/headers"
    expected.bar = .off
    #expect(target.preferences == expected)
  }

  @Test func mistakesAreTheFilesSentences() {
    let target = Target()
    #expect(target.set("wheel-step", "9") == "wheel-step must be 1.01 to 4, not “9”")
    #expect(target.set("glide", "no") == "glide must be true or false, not “no”")
    #expect(target.set("wheel-step", "") == "wheel-step must be 1.01 to 4, not “”")
    for word in ["nan", "inf", "-1", "1e999", "9223372036854775808", "\u{0}", "[1]"] {
      #expect(target.set("wheel-step", word)?.hasPrefix("wheel-step must be 1.01 to 4") == true)
      #expect(target.set("tile-size", word)?.hasPrefix("tile-size must be 128") == true)
    }
    #expect(
      target.set("wheel_step", "2")
        == "there is no setting “wheel_step”; did you mean “wheel-step”?")
    #expect(target.set("scripts", "a") == "there is no setting “scripts”")
    #expect(target.set("a\u{202E}b", "2")?.contains("\u{202E}") == false)
    #expect(target.preferences == Preferences())
  }

  @Test func everyValueIsCopied() {
    let words = [
      "true", "false", "0", "1", "1.5", "2", "128", "512", "0.25", "free", "centred", "keep",
      "crisp", "clip", "absolute", "embedded", "pinned", "private", "never", "0a1b2c", "none",
      "/a \"b\"", "auto", "light",
    ]
    for setting in Setting.all {
      var values: Set = [setting.defaultValue]
      for word in words {
        var preferences = Preferences()
        guard (try? setting.set(word, in: &preferences)) != nil else { continue }
        values.insert(setting.text(preferences))
        var copy = Preferences()
        setting.copy(from: preferences, to: &copy)
        #expect(copy == preferences, "\(setting.name) \(word)")
        #expect(!setting.differs(copy, preferences))
        setting.copy(from: Preferences(), to: &copy)
        #expect(copy == Preferences(), "\(setting.name) \(word)")
      }
      #expect(values.count > 1, "\(setting.name)")
    }
  }

  @Test func whatOnlyAWindowsStartReadsIsKnown() {
    let names = Setting.all.filter(\.isReadAtStart).map(\.name)
    #expect(
      names == [
        "gain-maps", "rendering-intent", "black-point-compensation", "raw", "fullscreen", "reuse",
        "pairs", "tile-size", "tile-cache", "header-file", "netrc", "reload", "keep-filters",
      ])
  }

  @Test func whatLeavesTheComputerNeedsConsent() {
    let names = Setting.all.filter(\.needsConfirmation).map(\.name)
    #expect(names == ["header-file", "netrc", "recent-files"])
  }
}
