import TestSupport
import Testing

/// The error messages of the script that makes pictures in other formats.
@Suite struct FormatPicturesTests {
  private func said(_ arguments: [String]) throws -> String {
    let process = try TestProcess(
      PackageFile.root + "/Scripts/make-format-pictures", arguments)
    #expect(process.wait(limit: 60) == .status(1))
    return process.standardError
  }

  @Test func wrongUsageGivesOneSentence() throws {
    let folder = try TemporaryFolder()
    let usage = "make-format-pictures: usage: make-format-pictures FOLDER MEGAPIXELS\n"
    for arguments in [[], [folder.path], [folder.path, "24", "108"]] {
      #expect(try said(arguments) == usage)
    }
    #expect(
      try said([folder.path, "25"])
        == "make-format-pictures: pictures have 1, 24 or 108 megapixels, not 25\n")
    let text = try said([folder.path, "24"])
    #expect(text.hasPrefix("make-format-pictures: \(folder.path)/picture-24mp.jpg does not exist"))
  }

  @Test func aMissingToolIsNamedWithItsPackage() throws {
    // A folder with only the programs that the script itself needs.
    let programs = try TemporaryFolder()
    for name in ["bash", "dirname", "mktemp", "rm", "sort", "paste", "tail", "mv"] {
      let process = try TestProcess(
        "ln", ["-s", "/usr/bin/" + name, programs[name]])
      #expect(process.wait(limit: 60) == .status(0))
    }
    let folder = try TemporaryFolder()
    try folder.file("picture-1mp.jpg", [1])
    let process = try TestProcess(
      "/bin/bash", [PackageFile.root + "/Scripts/make-format-pictures", folder.path, "1"],
      environment: ["PATH": programs.path])
    #expect(process.wait(limit: 60) == .status(1))
    let lines = process.standardError.split(separator: "\n").map(String.init)
    #expect(
      lines.last
        == "make-format-pictures: missing: apt install imagemagick libavif-bin libheif-examples "
        + "libjxl-tools webp")
    #expect(
      lines.first
        == "cwebp, which makes picture-1mp.webp, is not installed: it is in Debian's package webp")
  }
}
