import Decoding
import Geometry
import Glibc
import TestSupport
import Testing

/// `file:` addresses on the command line.
struct FileAddressProgramTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)

  init() throws {
    folder = try TemporaryFolder()
    try folder.picture("a b.png", picture)
  }

  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
  func aFileAddressOpensItsFile() throws {
    let host = String(decoding: FileAddress.computerName(), as: UTF8.self)
    for place in ["", "localhost", host] {
      let viewer = try RunningViewer(["file://\(place)\(folder.path)/a%20b.png"])
      viewer.expect(picture)
      viewer.expectTitle { $0.hasPrefix("a b.png — 400 × 300 — 100 %") }
    }
    let viewer = try RunningViewer(["--zoom", "1", "file://\(folder.path)/"])
    viewer.expect(picture)
  }

  @Test func renderReadsAFileAddress() throws {
    #expect(
      try RenderRun.pixels("file://\(folder.path)/a%20b.png", in: folder) == picture)
  }

  @Test(arguments: [
    (
      "file://elsewhere/a.png",
      "it is on the computer elsewhere, which file:// can't reach"
    ),
    (
      "file:///a%2.png",
      "it is not a valid file address: a % does not encode a character of a file name"
    ),
  ])
  func addressesOfOtherHostsAreRefused(address: String, sentence: String) throws {
    let process = try RenderRun.start(address, output: folder["out.png"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(process.standardError == "fresnel: \(address): \(sentence)\n")
  }
}
