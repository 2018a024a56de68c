import CJPEG
import Geometry

extension FormatSamples {
  /// BMP, ICO and TGA with each way of storing pixels.
  static func bitmaps() -> [PictureFile] {
    let writer = LongTailWriter(width: 67, height: 45)
    let samples = writer.samples()
    let translucent = writer.samples(isOpaque: false)
    let palette: [[UInt8]] = [[255, 0, 0], [0, 9, 0], [0, 0, 9], [9, 9, 9]]
    let numbers = writer.numbers(below: 4).map { UInt8($0) }
    let table = palette.flatMap { $0 }
    let icon = LongTailWriter(width: 32, height: 32)
    let colors = Self.samples(writer.size, channels: 3)
    let png = PictureFile.png(samples, width: 67, height: 45, channels: 4).bytes
    return [
      writer.bmp(samples), writer.bmp(samples, isTopDown: true),
      writer.bmp(translucent, hasAlpha: true),
      writer.bmp(numbers: numbers, palette: palette, bits: 8), bitmap(bits: 4, compression: 2),
      bitmap(bits: 8, compression: 1), bitmap(bits: 24, compression: 4),
      embedded(5, png),
      embedded(4, PictureFile.jpeg(colors, .usual(width: 67, height: 45)).bytes),
      writer.tga(samples), writer.tga(translucent, hasAlpha: true, isRuns: true),
      writer.tga(
        type: 9, bits: 8, descriptor: 0, table: table, tableBits: 24,
        numbers.flatMap { [0x80, $0] }),
      LongTailWriter.icon([
        icon.icon(icon.samples()), LongTailWriter.Icon(size: writer.size, body: png),
      ]),
    ].map { PictureFile($0) }
  }

  /// Runs with jumps and literal pixels.
  private static func bitmap(bits: Int, compression: Int) -> [UInt8] {
    var writer = BitmapWriter()
    writer.size = PixelSize(width: 67, height: 45)
    writer.bits = bits
    writer.compression = compression
    if bits < 24 {
      writer.palette = (0..<4 << bits).map { UInt8(truncatingIfNeeded: $0 * 7) }
    } else {
      writer.headerBytes = 64
    }
    let each = bits == 24 ? 3 : 1
    var runs: [UInt8] = []
    for row in 0..<43 {
      let pixel = (0..<each).map { UInt8(truncatingIfNeeded: row * 5 + $0) }
      runs += [UInt8(20 + row)] + pixel
      // Four literal pixels.
      runs += [0, 4] + [UInt8](repeating: 0x37, count: bits == 4 ? 2 : 4 * each)
      runs += row % 9 == 4 ? [0, 2, 3, 1] : [0, 0]
    }
    return writer.file(runs + [0, 1])
  }

  /// A bitmap that contains a file of another format.
  static func embedded(
    _ compression: Int, _ bytes: [UInt8], size: PixelSize = PixelSize(width: 67, height: 45)
  ) -> [UInt8] {
    var writer = BitmapWriter()
    writer.size = size
    writer.headerBytes = 124
    writer.bits = 0
    writer.compression = compression
    return writer.file(bytes)
  }
}
