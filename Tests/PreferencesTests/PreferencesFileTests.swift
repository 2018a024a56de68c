import Glibc
import TestSupport
import Testing

@testable import Preferences

@Suite struct PreferencesFileTests {
  private func path(_ variables: [String: String]) -> String? {
    PreferencesFile.path { variables[$0].map { Array($0.utf8) } }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func theFileIsWhereTheSpecificationSays() {
    #expect(
      path(["XDG_CONFIG_HOME": "/settings", "HOME": "/home/a"]) == "/settings/fresnel/config.toml")
    #expect(path(["HOME": "/home/a"]) == "/home/a/.config/fresnel/config.toml")
    #expect(
      path(["XDG_CONFIG_HOME": "here", "HOME": "/home/a"]) == "/home/a/.config/fresnel/config.toml")
    #expect(path(["HOME": ""]) == nil)
    #expect(path([:]) == nil)
  }

  @Test func aMissingFileChangesNothing() throws {
    let folder = try TemporaryFolder()
    #expect(PreferencesFile.read(Array(folder["config.toml"].utf8)) == PreferencesReading())
    try folder.file("file")
    #expect(PreferencesFile.read(Array(folder["file/config.toml"].utf8)) == PreferencesReading())
    #expect(PreferencesFile.read(nil) == PreferencesReading())
  }

  @Test func aFileIsRead() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("config.toml", Array("wheel-step = 2\nglide = 1\n".utf8))
    let reading = PreferencesFile.read(Array(path.utf8))
    #expect(reading.preferences.zooming.wheelStep == 2)
    #expect(reading.sentences == ["\(path):2: glide must be true or false, not 1; true is used."])
    #expect(reading.place(of: "wheel-step") == "\(path):1")
  }

  @Test func anEmptyFileChangesNothing() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("config.toml")
    let reading = PreferencesFile.read(Array(path.utf8))
    #expect(reading.preferences == Preferences())
    #expect(reading.sentences.isEmpty)
  }

  @Test func foldersAndPipesAreNotRead() throws {
    let folder = try TemporaryFolder()
    let pipe = folder["pipe"]
    try #require(mkfifo(pipe, 0o600) == 0)
    for path in [folder.path, pipe] {
      let reading = PreferencesFile.read(Array(path.utf8))
      #expect(reading.preferences == Preferences())
      #expect(reading.sentences == ["\(path): this is not a regular file; it is ignored."])
    }
  }

  @Test func theFilesSizeIsLimited() throws {
    let folder = try TemporaryFolder()
    let line = Array("glide = false\n".utf8)
    let most = PreferencesFile.mostBytes
    let comment = [UInt8](repeating: UInt8(ascii: "#"), count: most - line.count)
    let full = try folder.file("full", line + comment)
    #expect(!PreferencesFile.read(Array(full.utf8)).preferences.zooming.glides)
    let large = try folder.file("large", line + comment + comment.prefix(1))
    let reading = PreferencesFile.read(Array(large.utf8))
    #expect(reading.preferences == Preferences())
    #expect(reading.sentences == ["\(large): it is larger than 64 KiB; it is ignored."])
  }

  @Test(.enabled(if: geteuid() != 0, "root may read every file"))
  func anUnreadableFileIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("config.toml", Array("glide = false".utf8))
    chmod(path, 0)
    #expect(
      PreferencesFile.read(Array(path.utf8)).sentences
        == ["\(path): Permission denied; it is ignored."])
  }

  @Test func aLinkToItselfIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = folder["config.toml"]
    try #require(symlink("config.toml", path) == 0)
    #expect(
      PreferencesFile.read(Array(path.utf8)).sentences
        == ["\(path): Too many levels of symbolic links; it is ignored."])
  }

  @Test func namesInInvalidUTF8AreEscaped() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file([0x66, 0xFF, 0x0A], Array("=".utf8))
    let sentence = try #require(PreferencesFile.read(path).sentences.first)
    #expect(sentence.hasPrefix(folder.path + "/f\\xFF\\n:1: "))
  }
}
