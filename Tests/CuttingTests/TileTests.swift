import CutPlan
import Geometry
import TestSupport
import Testing

/// Tiles: the same bytes however the work is divided, transparency, and padding.
@Suite struct TileTests {
  private static func picture(_ size: PixelSize) -> CutPicture {
    CutPicture(size) { x, y in
      (UInt8(truncatingIfNeeded: x &* y), UInt8(truncatingIfNeeded: x), UInt8((x + y) % 256), 255)
    }
  }

  /// A premultiplied picture whose left half is translucent.
  private static func translucent(_ size: PixelSize) -> CutPicture {
    CutPicture(size) { x, y in
      let alpha = UInt8(truncatingIfNeeded: x < size.width / 2 ? x &* 5 : 255)
      return (alpha, alpha / 2, UInt8(min(y, Int(alpha))), alpha)
    }
  }

  @Test(arguments: CutFormat.allCases, CutKernel.allCases)
  func bytesDependOnlyOnThePictureAndTheOrder(format: CutFormat, kernel: CutKernel) throws {
    let picture = Self.picture(PixelSize(width: 301, height: 203))
    func tiles(jobs: Int, rows: Int, without: Set<Int> = []) throws -> [Int: [UInt8]] {
      let order = try #require(
        picture.order(
          edge: 60, overlap: 2, format: format, kernel: kernel, jobs: jobs, rowsAtOnce: rows))
      return try picture.tiles(order, without: without)
    }
    let all = try tiles(jobs: 1, rows: 16)
    #expect(try tiles(jobs: 4, rows: 2) == all)
    #expect(try tiles(jobs: 3, rows: 128) == all)
    // Tiles that already exist are left out, which doesn't change the others.
    let done = Set(all.keys.filter { $0 % 3 == 0 })
    #expect(try tiles(jobs: 2, rows: 16, without: done) == all.filter { !done.contains($0.key) })
  }

  @Test(arguments: CutKernel.allCases) func pngKeepsTransparency(kernel: CutKernel) throws {
    let size = PixelSize(width: 90, height: 50)
    let picture = Self.translucent(size)
    let order = try #require(picture.order(edge: 32, kernel: kernel, hasAlpha: true))
    let levels = try CutLevels(order.pyramid, picture.tiles(order))
    let level = try #require(levels.level(0))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let word = level[x, y]
        let alpha = word >> 24
        let start = (y * size.width + x) * 4
        #expect(alpha == UInt32(picture.pixels[start + 3]))
        for (index, shift) in [UInt32(16), 8, 0].enumerated() {
          let again = ((word >> shift & 255) * alpha * 2 + 255) / 510
          #expect(again == UInt32(picture.pixels[start + index]), "\(x), \(y)")
        }
      }
    }
    // Opaque parts stay opaque.
    let below = try #require(levels.level(1))
    #expect(below[44, 10] >> 24 == 255 && below[2, 10] >> 24 < 60)
  }

  @Test func mapTilesArePaddedWithTransparency() throws {
    let picture = Self.picture(PixelSize(width: 70, height: 33))
    let order = try #require(picture.order(edge: 64, isPadded: true))
    let tiles = try CutLevels(order.pyramid, picture.tiles(order)).tiles
    #expect(tiles.values.allSatisfy { $0.size == PixelSize(width: 64, height: 64) })
    let right = try #require(tiles[order.pyramid.index(of: .init(level: 0, column: 1, row: 0))])
    #expect(right[5, 32] >> 24 == 255 && right[6, 32] == 0 && right[5, 33] == 0)
  }

  /// Half transparent black on white is grey; fully transparent pixels are white.
  @Test func jpegTilesAreComposedOnWhite() throws {
    let picture = CutPicture(PixelSize(width: 64, height: 64)) { x, _ in
      (0, 0, 0, x < 32 ? 128 : 0)
    }
    let order = try #require(picture.order(edge: 64, format: .jpg, hasAlpha: true))
    let bytes = try #require(try picture.tiles(order)[0])
    let folder = try TemporaryFolder()
    let file = try folder.file("t.jpg", bytes)
    let means = try JPEGBlockMeans.means(of: file, halves: 64)
    #expect(abs(means.left - 127) <= 2 && abs(means.right - 255) <= 2, "\(means)")
  }

  @Test func webpTilesAreWebPFiles() throws {
    let picture = Self.translucent(PixelSize(width: 64, height: 64))
    let order = try #require(picture.order(edge: 64, format: .webp, hasAlpha: true))
    let bytes = try #require(try picture.tiles(order)[0])
    #expect(bytes.starts(with: Array("RIFF".utf8)))
    #expect(bytes[8..<12].elementsEqual(Array("WEBP".utf8)))
  }
}
