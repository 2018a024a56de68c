import Geometry
import Glibc
import TestSupport
import Testing

/// Large folders, and folders whose files are added and removed while they are viewed.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct AlbumRefreshProgramTests {
  let folder: TemporaryFolder
  let colors: [UInt32] = [0xc04040, 0x40c040, 0x4040c0]

  init() throws { folder = try TemporaryFolder() }

  private func plain(_ color: UInt32) -> PixelGrid {
    PixelGrid(width: 400, height: 300, opaque: { _, _ in color })
  }

  @Test func addedAndRemovedFilesAreNoticed() throws {
    for (index, color) in colors.enumerated() {
      try folder.picture("\(index + 1).png", plain(color))
    }
    let viewer = try RunningViewer([folder["1.png"]])
    viewer.expectTitle { $0.hasSuffix("— 1 / 3 — Fresnel") }
    viewer.type(Key.end)
    viewer.expectTitle { $0.hasPrefix("3.png") && $0.hasSuffix("— 3 / 3 — Fresnel") }
    try folder.picture("4.png", plain(0xc0c040))
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("4.png") && $0.hasSuffix("— 4 / 4 — Fresnel") }
    viewer.expect(plain(0xc0c040))
    unlink(folder["1.png"])
    unlink(folder["2.png"])
    viewer.type("p")
    viewer.expectTitle { $0.hasPrefix("3.png") && $0.hasSuffix("— 1 / 2 — Fresnel") }
    viewer.type(Key.home)
    viewer.expect(plain(colors[2]))
    #expect(viewer.quit() == .status(0))
  }

  @Test func theTotalCountsPicturesOnly() throws {
    for (index, color) in colors.enumerated() {
      try folder.picture("\(index + 1).png", plain(color))
    }
    for index in 0..<500 { try folder.file("1-\(index).txt", Array("text".utf8)) }
    let viewer = try RunningViewer([folder.path])
    var totals: Set<String> = []
    viewer.expectTitle { title in
      if let slash = title.firstIndex(of: "/") { totals.insert(String(title[slash...])) }
      return title.contains("— 1 / 3 —")
    }
    #expect(totals == ["/ 3 — Fresnel"], "no other total was told")
  }

  /// Memory use does not grow with the number of pictures viewed.
  @Test func memoryStaysConstantOver400Pictures() throws {
    let files = try colors.enumerated().map {
      try folder.picture("page-\($0 + 1).png", plain($1))
    }
    for number in 4...400 {
      try #require(link(files[number % 3], folder["page-\(number).png"]) == 0)
    }
    let viewer = try RunningViewer([folder.path])
    viewer.expectTitle { $0.hasSuffix("— 1 / 400 — Fresnel") }
    func go(to number: Int, by key: UInt32) {
      viewer.type(key)
      viewer.expectTitle("page \(number)") { $0.hasPrefix("page-\(number).png") }
    }
    for number in 2...40 { go(to: number, by: 32) }
    viewer.waitUntilQuiet()
    let before = viewer.family.ownBytes
    for number in 41...400 { go(to: number, by: 32) }
    for number in (40...399).reversed() { go(to: number, by: 0x70) }
    viewer.waitUntilQuiet()
    let after = viewer.family.ownBytes
    #expect(after <= before + 16 << 20, "\(before >> 20) MiB, then \(after >> 20)")
    #expect(viewer.decoders().count <= 3)
  }
}
