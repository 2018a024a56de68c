import Geometry
import Glibc
import TestSupport
import Testing

/// A bitmap of 108 megapixels, which one decoder hands over to another.
@Suite struct LargeBitmapTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The last tenth of its rows, first in the file, is orange; the rest is black, a hole in the
  /// file.
  @Test func aBitmapOf108MegapixelsIsShown() throws {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let (width, height) = (12_000, 9000)
    var bytes = Array("BM".utf8) + little(54 + width * height * 3, 4) + little(0, 4)
    bytes += little(54, 4) + little(40, 4) + little(width, 4) + little(height, 4)
    bytes += little(1, 2) + little(24, 2) + little(0, 24)
    let row = (0..<width).flatMap { _ -> [UInt8] in [0, 128, 255] }
    for _ in 0..<height / 10 { bytes += row }
    let file = try folder.file("large.bmp", bytes)
    #expect(truncate(file, off_t(54 + width * height * 3)) == 0)
    let seen = try RenderRun.pixels(file, ["--size", "120x90"], in: folder)
    #expect(seen.size == PixelSize(width: 120, height: 90))
    for x in [0, 60, 119] {
      for y in [0, 40, 70] { #expect(seen[x, y] == 0xff00_0000, "\(x), \(y)") }
      for y in [83, 89] { #expect(seen[x, y] == 0xffff_8000, "\(x), \(y)") }
    }
  }
}
