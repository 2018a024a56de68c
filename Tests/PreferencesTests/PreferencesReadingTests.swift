import Geometry
import TestSupport
import Testing

@testable import Preferences

/// Parses preferences from text.
private func read(_ text: String) -> PreferencesReading {
  PreferencesReading(name: "config.toml", bytes: Array(text.utf8))
}

@Suite struct PreferencesReadingTests {
  @Test func everySettingApplies() {
    let reading = read(
      """
      animation = false
      glide = false
      elastic-limit = 0
      edge-policy = "free"
      wheel-step = 1.1
      wheel-sensitivity = 2
      wheel-pans = true
      invert-wheel = true
      touchpad-scroll = 0.5
      touchpad-zoom = 1.5
      invert-touchpad = true
      double-click = 2
      on-next = "keep"
      magnification = "crisp"
      background = "#0a1B2c"
      fullscreen = true
      tile-size = 512
      tile-fade = 0
      filter = 'exposure(stops=0.5)'
      keep-filters = "never"
      bar = "pinned"
      """)
    var expected = Preferences()
    expected.zooming.isAnimated = false
    expected.zooming.glides = false
    expected.zooming.elasticLimit = 0
    expected.zooming.edgePolicy = .free
    expected.zooming.wheelStep = 1.1
    expected.gestures.wheelSensitivity = 2
    expected.gestures.wheelPans = true
    expected.gestures.invertsWheel = true
    expected.gestures.touchpadSensitivity = 0.5
    expected.gestures.touchpadZoomSensitivity = 1.5
    expected.gestures.invertsTouchpad = true
    expected.zooming.doubleClickScale = 2
    expected.onNext = .keep
    expected.magnification = .crisp
    expected.background = OpaqueColor(red: 10, green: 27, blue: 44)
    expected.startsFullScreen = true
    expected.tileSize = 512
    expected.tileFade = 0
    expected.filters = "exposure(stops=0.5)"
    expected.keptFilters = .never
    expected.bar = .pinned
    #expect(reading.preferences == expected)
    #expect(reading.sentences.isEmpty)
    #expect(reading.place(of: "filter") == "config.toml:19")
    #expect(reading.place(of: "wheel") == nil)
  }

  @Test func settingNamesAreUnique() {
    #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
  }

  @Test func everySettingAcceptsItsDefault() {
    for setting in Setting.all {
      let reading = read("\(setting.name) = \(setting.defaultValue)")
      #expect(reading.sentences.isEmpty)
      #expect(reading.preferences == Preferences(), "\(setting.name)")
    }
  }

  @Test(arguments: Setting.all.map(\.name))
  func anInvalidValueLeavesTheDefault(name: String) throws {
    let setting = try #require(Setting.all.first { $0.name == name })
    for value in ["[1]", "{ a = 1 }", "1979-05-27", "nan", "-inf", "-1", "9223372036854775807"] {
      let reading = read("# a comment\n\n\(name) = \(value)")
      #expect(reading.preferences == Preferences(), "\(value)")
      try #require(reading.sentences.count == 1, "\(value)")
      let sentence = reading.sentences[0]
      let start = "config.toml:3: \(name) must be \(setting.values), not "
      #expect(sentence.hasPrefix(start), "\(value)")
      #expect(sentence.hasSuffix("; \(setting.defaultValue) is used."), "\(value)")
    }
  }

  @Test func sentencesNameTheLineTheValueAndTheDefault() {
    let reading = read(
      """
      wheel-step = 9
      glide = "no"
      edge-policy = "center"
      tile-size = 300
      double-click = "fit"
      tile-fade = 0.5
      background = "+12345"
      """)
    #expect(
      reading.sentences == [
        "config.toml:1: wheel-step must be 1.01 to 4, not 9; 1.25 is used.",
        "config.toml:2: glide must be true or false, not \"no\"; true is used.",
        """
        config.toml:3: edge-policy must be "inside", "centred" or "free", not "center"; \
        "inside" is used.
        """,
        "config.toml:4: tile-size must be 128, 256, 512 or 1024, not 300; 256 is used.",
        """
        config.toml:5: double-click must be "auto", or 0.01 to 64, not "fit"; "auto" is used.
        """,
        """
        config.toml:7: background must be six hexadecimal digits in quotes, not "+12345"; \
        "202020" is used.
        """,
      ])
    #expect(reading.preferences.tileFade == 0.5)
  }

  @Test func rangesIncludeTheirEnds() {
    #expect(read("wheel-step = 1.01").preferences.zooming.wheelStep == 1.01)
    #expect(read("wheel-step = 4").preferences.zooming.wheelStep == 4)
    #expect(read("wheel-step = 4.0001").preferences.zooming.wheelStep == 1.25)
    #expect(read("wheel-step = 1").preferences.zooming.wheelStep == 1.25)
  }

  @Test func unknownNamesGiveSuggestions() {
    #expect(
      read("wheel_stop = 1.1").sentences
        == ["config.toml:1: there is no setting “wheel_stop”; did you mean “wheel-step”?"])
    #expect(read("Glide = 1").sentences[0].hasSuffix("; did you mean “glide”?"))
    #expect(read("anmiation = 1").sentences[0].hasSuffix("; did you mean “animation”?"))
    #expect(
      read("sound = true").sentences == ["config.toml:1: there is no setting “sound”."])
  }

  @Test func keysAreReadInOrder() {
    let reading = PreferencesReading(
      name: "config.toml",
      bytes: Array(
        """
        glide = false
        [keys]
        "Ctrl+D" = "fit"
        "g i" = ["mirror",
          "next 2"]
        "x" = ""
        "y" = []
        fit = 'zoom-to 2'
        """.utf8))
    #expect(reading.sentences.isEmpty)
    #expect(
      reading.keys == [
        KeySetting(keys: "Ctrl+D", commands: ["fit"], place: "config.toml:3"),
        KeySetting(keys: "g i", commands: ["mirror", "next 2"], place: "config.toml:4"),
        KeySetting(keys: "x", commands: [], place: "config.toml:6"),
        KeySetting(keys: "y", commands: [], place: "config.toml:7"),
        KeySetting(keys: "fit", commands: ["zoom-to 2"], place: "config.toml:8"),
      ])
  }

  @Test func linesOfContextsAreKeptApart() {
    let reading = PreferencesReading(
      name: "config.toml",
      bytes: Array(
        """
        keys.animation.Space = 'play'
        [keys.full-screen]
        q = [
          'full-screen',
          'fit']
        x = ""
        """.utf8))
    #expect(reading.sentences.isEmpty)
    #expect(
      reading.keys == [
        KeySetting(
          context: .animation, keys: "Space", commands: ["play"], place: "config.toml:1"),
        KeySetting(
          context: .fullScreen, keys: "q", commands: ["full-screen", "fit"], place: "config.toml:3"),
        KeySetting(context: .fullScreen, keys: "x", commands: [], place: "config.toml:6"),
      ])
  }

  @Test func listsOverSeveralLinesAreKeptApart() {
    let reading = PreferencesReading(
      name: "config.toml",
      bytes: Array("keys = { b = [\n'next',\n'last'], a = ['first'] }\n".utf8))
    #expect(
      Set(reading.keys) == [
        KeySetting(keys: "b", commands: ["next", "last"], place: "config.toml:1"),
        KeySetting(keys: "a", commands: ["first"], place: "config.toml:3"),
      ])
  }

  @Test(arguments: [
    ("3", "3"), ("true", "true"), ("[1, 2]", "a list"), ("[\"fit\", 2]", "a list"),
    ("{ a = 1 }", "a table"), ("[[\"fit\"]]", "a list"), ("1979-05-27", "a date"),
  ])
  func otherValuesOfKeysAreReported(value: String, shown: String) {
    let reading = PreferencesReading(
      name: "config.toml", bytes: Array("[keys]\nq = \(value)\nw = 'fit'\n".utf8))
    #expect(
      reading.sentences == [
        "config.toml:2: “q” must be a command in quotes or a list of commands, not \(shown)."
      ])
    #expect(reading.keys.map(\.keys) == ["w"])
  }

  @Test func keysThatAreNoTableAreReported() {
    for value in ["3", "true", "['feh']", "1979-05-27"] {
      let reading = PreferencesReading(name: "config.toml", bytes: Array("keys = \(value)\n".utf8))
      #expect(reading.sentences == ["config.toml:1: “keys” must be a table: [keys]."])
      #expect(reading.keys.isEmpty && reading.keyPreset == nil)
    }
    let preset = PreferencesReading(name: "config.toml", bytes: Array("keys = 'feh'\n".utf8))
    #expect(
      preset.keyPreset == KeySetting(keys: "keys", commands: ["feh"], place: "config.toml:1"))
    #expect(preset.sentences.isEmpty)
    let other = PreferencesReading(name: "config.toml", bytes: Array("[zoom]\nfit = 'x'\n".utf8))
    #expect(
      other.sentences == ["config.toml:1: settings belong outside any table; [zoom] is ignored."])
  }

  @Test func settingsInTablesAreIgnored() {
    let reading = read("glide = false\n[zoom]\nwheel-step = 2\n")
    #expect(
      reading.sentences == ["config.toml:2: settings belong outside any table; [zoom] is ignored."])
    #expect(!reading.preferences.zooming.glides)
    #expect(reading.preferences.zooming.wheelStep == 1.25)
  }

  @Test func aSyntaxErrorNamesItsLineAndChangesNothing() {
    let reading = read("glide = false\nwheel-step =\n")
    #expect(reading.preferences == Preferences())
    #expect(
      reading.sentences == [
        #"config.toml:2: expected value, saw '\n'; the file is ignored."#
      ])
    #expect(read("glide = true\nglide = false").sentences[0].hasPrefix("config.toml:2: "))
  }

  @Test func errorsThatCrashTomlPlusPlusAreNamed() {
    for text in ["[[=", "[[[1]]]", "[[é"] {
      #expect(read("\n" + text).sentences.first?.hasPrefix("config.toml:2: ") == true, "\(text)")
    }
    // Arabic, Cyrillic and Greek letters, as values and inside them, and in a string that continues
    // on the next line.
    for text in ["\u{FEC5}", "Їε", "1\u{FEC5}", "0'\u{FEBF}", "\"\"\"\\ \u{405}\"\"\""] {
      let sentences = read("glide = true\nfilter = \(text)\n").sentences
      #expect(sentences.count == 1, "\(text)")
      #expect(sentences.first?.hasPrefix("config.toml:2: ") == true, "\(text): \(sentences)")
    }
  }

  @Test func nonASCIILettersMayBeInQuotesAndComments() {
    let chains = [
      #""é""#, #""\"é""#, #""\\" # é"#, "'é'", "'\\' # é", "\"\"\"\né\"\"é\"\"\"",
      "\"\"\"a\"\"\"\"\" # é", "'''\n'é''''' # é", "'''a''' # 'é", "\"\" # \"é",
      "\"\"\"\\\n  Ѕ\"\"\"",
    ]
    for chain in chains {
      let reading = read("\u{FEFF}# é\nfilter = \(chain)\nglide = false\n'\u{E9}' = 1\n")
      #expect(!reading.preferences.zooming.glides, "\(chain)")
      #expect(reading.sentences.count == 1 && reading.sentences[0].contains("“é”"), "\(chain)")
    }
  }

  @Test func invalidUTF8IsNamedByItsLine() {
    let reading = PreferencesReading(
      name: "config.toml", bytes: Array("glide = false\n# caf".utf8) + [0xE9, 0x0A])
    #expect(
      reading.sentences == ["config.toml:2: this is not UTF-8; the file is ignored."])
    #expect(reading.preferences == Preferences())
  }

  @Test func lineNumbersAreRightAfterAnyText() {
    let reading = read("filter = '''\na\nb'''\n\nwheel-step = [\n  1,\n]\r\nglide = 0\n")
    #expect(reading.preferences.filters == "a\nb")
    #expect(reading.place(of: "filter") == "config.toml:1")
    #expect(reading.place(of: "wheel-step") == "config.toml:5")
    #expect(reading.place(of: "glide") == "config.toml:8")
  }

  @Test func quotedTextIsEscaped() {
    let sentences = read("\"a\\u001b[31m\" = 1\nglide = \"\\u0000\\n\"").sentences
    #expect(sentences[0] == "config.toml:1: there is no setting “a\\x1B[31m”.")
    #expect(
      sentences[1] == #"config.toml:2: glide must be true or false, not "\x00\n"; true is used."#)
  }

  @Test func furtherErrorsAreCounted() {
    let most = PreferencesReading.mostSentences
    let full = read((1...most).map { "name-\($0)-that-is-none = 1\n" }.joined())
    #expect(full.sentences.count == most)
    #expect(full.sentences.last?.hasPrefix("config.toml:\(most): ") == true)
    let over = read((1...most + 1).map { "name-\($0)-that-is-none = 1\n" }.joined())
    #expect(over.sentences.count == most)
    #expect(over.sentences.last == "config.toml: 2 more lines have errors.")
  }

  @Test func anyTextIsReadWithoutATrap() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    let pieces =
      Setting.all.map(\.name) + [
        " = ", "\n", "\"", "'''", "[", "]", "{", "}", ".", ",", "1", "1e999", "true", "nan", "#",
        "é",
        "\u{0}", "0x", "-", "1979-05-27T", "\\", "\"\"\"", "\r\n",
      ]
    for _ in 0..<2000 {
      let count = Int.random(in: 0..<24, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let reading = read(text)
      #expect(
        reading.sentences.allSatisfy { $0.hasPrefix("config.toml") && !$0.contains("\n") },
        "seed \(seed): \(text.debugDescription)")
      #expect((0...1).contains(reading.preferences.zooming.elasticLimit), "seed \(seed)")
      #expect((1.01...4).contains(reading.preferences.zooming.wheelStep), "seed \(seed)")
    }
  }

  @Test func foldersHaveDigits() {
    let text = """
      [folders]
      1 = "~/Best"
      9 = "/srv/photos"
      0 = "/x"
      10 = "/x"
      "+2" = "/x"
      best = "/x"
      3 = "relative"
      4 = 4
      """
    let reading = PreferencesReading(name: "c", bytes: Array(text.utf8))
    #expect(reading.folders == [1: "~/Best", 9: "/srv/photos"])
    #expect(
      reading.sentences == [
        "c:4: “0” must be a digit from 1 to 9.", "c:5: “10” must be a digit from 1 to 9.",
        "c:6: “+2” must be a digit from 1 to 9.", "c:7: “best” must be a digit from 1 to 9.",
        "c:8: “3” must be a path in quotes that begins with / or ~/, not \"relative\".",
        "c:9: “4” must be a path in quotes that begins with / or ~/, not 4.",
      ])
    let other = PreferencesReading(name: "c", bytes: Array("folders = 1".utf8))
    #expect(other.sentences == ["c:1: “folders” must be a table: [folders]."])
  }

  @Test func scriptsAreListsOfWords() {
    let reading = PreferencesReading(
      name: "config.toml",
      bytes: Array(
        """
        [scripts]
        one = ["a", "b c", ""]
        two = "a"
        three = []
        four = [""]
        "five six" = ['x']
        seven = [1]
        eight = ["a\\u0000"]
        """.utf8))
    #expect(
      reading.scripts == [
        ScriptSetting(name: "one", words: ["a", "b c", ""]),
        ScriptSetting(name: "five six", words: ["x"]),
      ])
    #expect(
      reading.sentences
        == [(3, "two"), (4, "three"), (5, "four"), (7, "seven"), (8, "eight")].map { line, name in
          "config.toml:\(line): “\(name)” must be a list of a program and its arguments, "
            + "each in quotes."
        })
    let other = PreferencesReading(name: "c", bytes: Array("scripts = 1".utf8))
    #expect(other.sentences == ["c:1: “scripts” must be a table: [scripts]."])
  }
}
