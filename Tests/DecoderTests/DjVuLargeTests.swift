import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Large DjVu pages: previews and parts.
@Suite(.enabled(if: DjVuSamples.areAvailable, "djvulibre-bin is not installed"))
struct DjVuLargeTests {
  /// More than 12 megapixels.
  private static let size = PixelSize(width: 4099, height: 3001)

  /// Rings and stripes that stay wide at any scale.
  private static func isInk(_ x: Int, _ y: Int) -> Bool {
    (x / 190 + y / 230) % 2 == 0 || (x + 2 * y) % 900 < 300
  }

  /// A black and white page.
  private static func print() throws -> [UInt8] {
    var pbm = Array("P4\n\(size.width) \(size.height)\n".utf8)
    for y in 0..<size.height {
      for byte in 0..<(size.width + 7) / 8 {
        var bits: UInt8 = 0
        for bit in 0..<8 { bits = bits << 1 | (isInk(byte * 8 + bit, y) ? 1 : 0) }
        pbm.append(bits)
      }
    }
    return try DjVuSamples.made("cjb2", [], of: pbm, "a.pbm")
  }

  /// A page coded as wavelets.
  private static func photograph() throws -> [UInt8] {
    var ppm = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
    var rows: [[UInt8]] = []
    for row in 0..<64 {
      var bytes: [UInt8] = []
      for x in 0..<size.width {
        bytes.append(UInt8(x * 255 / size.width))
        bytes.append(UInt8(row * 4))
        bytes.append(UInt8((x / 40 + row) & 255))
      }
      rows.append(bytes)
    }
    for y in 0..<size.height { ppm += rows[y * 64 / size.height] }
    return try DjVuSamples.made("c44", [], of: ppm, "a.ppm")
  }

  @Test(arguments: [true, false]) func thePreviewIsNearlyTheExactPicture(isPrint: Bool) throws {
    let file = PictureFile(try isPrint ? Self.print() : Self.photograph())
    let client = try DecoderClient(.djvu, file)
    let info = try client.open()
    #expect(info.size == Self.size)
    #expect(info.preview == .small)
    #expect(info.isRandomAccess == isPrint)
    for width in [200, 330, 700] {
      let level = info.levels.exactLevel(scale: Double(width) / Double(Self.size.width))
      let preview = try client.pixels(of: level, quality: .preview)
      let exact = try client.pixels(of: level)
      let quality = preview.psnr(exact)
      #expect(quality > 20, "\(width): \(quality)")
      // The preview differs, because a faster method made it.
      #expect(preview != exact, "\(width)")
    }
  }

  /// A part drawn on its own equals that part of the whole.
  @Test func partsOfAPageEqualTheWhole() throws {
    let client = try DecoderClient(.djvu, PictureFile(try Self.print()))
    let level = Level(size: try client.open().size)
    for area in [
      PixelRect(minX: 700, minY: 500, maxX: 790, maxY: 1100),
      PixelRect(minX: 3800, minY: 2900, maxX: 4099, maxY: 3001),
    ] {
      let part = try client.pixels(of: level, in: area)
      var wrong = 0
      for y in 0..<area.height {
        for x in 0..<area.width {
          let wanted: UInt8 = Self.isInk(area.minX + x, area.minY + y) ? 0 : 255
          if part[x, y, 0] != wanted || part[x, y, 1] != wanted { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(area)")
    }
  }
}
