import Decoding
import TestSupport
import Testing

@Suite struct DesktopFileTests {
  private let path = "Desktop/fresnel.desktop"

  @Test func typesAndDecodersCorrespond() throws {
    let prefix = "MimeType="
    let line = try #require(try PackageFile.lines(path).first { $0.hasPrefix(prefix) })
    let types = line.dropFirst(prefix.count).split(separator: ";").map(String.init)
    #expect(Set(types) == Set(PictureFormat.all.flatMap(\.mimeTypes)))
    #expect(types.count == Set(types).count)
  }

  @Test func everyDecoderIsBuiltAndInstalled() throws {
    let text = try PackageFile.text("Scripts/lib.sh")
    let words = Set(text.split { $0.isWhitespace || $0 == "(" || $0 == ")" }.map(String.init))
    for format in PictureFormat.all { #expect(words.contains(format.decoderName)) }
  }

  @Test(
    .enabled(
      if: TestProcess.canFind("desktop-file-validate"),
      "desktop-file-validate is not installed"),
    arguments: ["Desktop/fresnel.desktop", "Desktop/fresnel-minesweeper.desktop"])
  func theDesktopFilesAreValid(path: String) throws {
    let check = try TestProcess("desktop-file-validate", [PackageFile.root + "/" + path])
    #expect(check.wait(limit: 60) == .status(0))
    let output = String(decoding: check.standardOutput, as: UTF8.self)
    #expect(output.isEmpty, "\(output)")
  }
}
