import Glibc
import TestSupport
import Testing

@testable import Preferences

/// Files of keys that are not what their name promises.
@Suite struct KeyPresetFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.folder("keys")
  }

  private func read(preset: String) throws -> PreferencesReading {
    let path = try folder.file("config.toml", Array("keys = \"\(preset)\"\n".utf8))
    return PreferencesFile.read(Array(path.utf8))
  }

  private func write(_ bytes: [UInt8]) throws { try folder.file("keys/mine.toml", bytes) }

  private func write(_ text: String) throws { try write(Array(text.utf8)) }

  @Test func noNameLeadsOutOfTheFolder() throws {
    try folder.file("outside.toml", Array("[keys]\n\"y\" = \"fit\"\n".utf8))
    for name in [
      "../outside", "..", ".", "", "a/b", "/etc/passwd", "mine.toml", "mine\u{0}", "m\u{ef}ne",
      "a b",
      "~", "~/x", "$HOME", "mine\n", "\u{202e}mine", String(repeating: "a", count: 65),
    ] {
      #expect(KeyPreset(name) == nil, "\(name.debugDescription)")
    }
    #expect(KeyPreset("My_keys-2")?.name == "My_keys-2")
    #expect(try read(preset: "../outside").keys.isEmpty)
    #expect(try read(preset: "outside").keys.isEmpty, "it is beside the folder")
  }

  @Test func onlyKeysAreReadInIt() throws {
    let text = """
      glide = false
      [scripts]
      bad = ["rm"]
      [keys.animation]
      "a" = "fit"
      """
    try write(text)
    let reading = try read(preset: "mine")
    #expect(reading.keys.map(\.keys) == ["a"])
    #expect(reading.preferences == Preferences() && reading.scripts.isEmpty)
    let start = folder["keys/mine.toml"]
    let end = " is ignored."
    #expect(
      reading.sentences == [
        "\(start):1: a file of keys has only the table [keys]; “glide”\(end)",
        "\(start):2: a file of keys has only the table [keys]; “scripts”\(end)",
      ])
    try write("keys = \"feh\"\n")
    let other = try read(preset: "mine")
    #expect(
      other.sentences == [
        "\(start):1: a file of keys has only the table [keys]; “keys”\(end)"
      ])
    #expect(other.keys.isEmpty)
    try write("[keys]\npreset = \"mine\"\n\"a\" = \"fit\"\n")
    let circle = try read(preset: "mine")
    #expect(circle.sentences == ["\(start):2: a file of keys can't name another one."])
    #expect(circle.keys.map(\.keys) == ["a"])
  }

  @Test func whatIsNoFileOfKeysIsNamedAndIgnored() throws {
    let path = folder["keys/mine.toml"]
    func expectSentence(_ end: String, _ what: String) throws {
      let reading = try read(preset: "mine")
      #expect(reading.keys.isEmpty && !reading.isIgnored, "\(what)")
      #expect(reading.sentences.count == 1 && reading.sentences[0].hasPrefix(path), "\(what)")
      #expect(reading.sentences[0].hasSuffix(end), "\(reading.sentences[0])")
    }
    try #require(mkfifo(path, 0o600) == 0)
    try expectSentence(": this is not a regular file; it is ignored.", "a pipe without a writer")
    unlink(path)
    try #require(mkdir(path, 0o755) == 0)
    try expectSentence(": this is not a regular file; it is ignored.", "a folder")
    rmdir(path)
    try #require(symlink("mine.toml", path) == 0)
    try expectSentence(": Too many levels of symbolic links; it is ignored.", "a link to itself")
    unlink(path)
    try write([UInt8](repeating: UInt8(ascii: "#"), count: PreferencesFile.mostBytes + 1))
    try expectSentence(": it is larger than 64 KiB; it is ignored.", "a large file")
    try write([0xff, 0xfe])
    try expectSentence(":1: this is not UTF-8; the file is ignored.", "no text")
    try write("[keys\n")
    try expectSentence("; the file is ignored.", "half a line")
  }

  @Test func manyWrongLinesAreAFewSentences() throws {
    try write("[keys]\n" + (0..<2000).map { "\"a\($0)\" = \($0)\n" }.joined())
    let reading = try read(preset: "mine")
    #expect(reading.keys.isEmpty)
    #expect(reading.sentences.count == PreferencesReading.mostSentences)
  }

  @Test func randomBytesAreReadOrNamed() throws {
    var random = SeededNumbers()
    for _ in 0..<500 {
      let start = Array("[keys]\n\"y\" = \"fit\"\n".utf8)
      var bytes = start
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: .min ... .max, using: &random)
      }
      try write(bytes)
      let reading = try read(preset: "mine")
      let isNamed = reading.sentences.allSatisfy { $0.hasPrefix(folder["keys/mine.toml"]) }
      #expect(
        isNamed && reading.sentences.count <= PreferencesReading.mostSentences,
        "\(random.origin): \(reading.sentences)")
    }
  }
}
