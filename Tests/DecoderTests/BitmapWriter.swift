import Geometry

/// Writes BMP files with any header, field by field.
struct BitmapWriter {
  var size = PixelSize(width: 37, height: 23)
  /// The size of the header in bytes: 12, or 16 and more.
  var headerBytes = 40
  var bits = 24
  var compression = 0
  var planes = 1
  var isTopDown = false
  /// The number of palette entries that the header declares.
  var colorsUsed = 0
  /// Red, green, blue and alpha, inside the header or after it.
  var masks: [Int] = []
  /// Palette entries as stored, blue first.
  var palette: [UInt8] = []
  /// The declared offset of the pixels; `nil` for the real one.
  var told: Int?
  /// The header's bytes from the 56th on.
  var tail: [UInt8] = []
  /// Bytes between the palette and the pixels.
  var gap: [UInt8] = []

  /// The whole file, given the pixels as stored.
  func file(_ pixels: [UInt8]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { LongTailWriter.little(value, count) }
    var header = little(headerBytes, 4)
    let side = headerBytes == 12 ? 2 : 4
    header += little(size.width, side) + little(isTopDown ? -size.height : size.height, side)
    header += little(planes, 2) + little(bits, 2)
    if headerBytes > 12 {
      header += little(compression, 4) + little(pixels.count, 4) + little(2835, 4)
      header += little(2835, 4) + little(colorsUsed, 4) + little(0, 4)
      if headerBytes >= 52 {
        for mask in masks { header += little(mask, 4) }
        header += [UInt8](repeating: 0, count: max(0, 56 - header.count)) + tail
      }
      header += [UInt8](repeating: 0, count: max(0, headerBytes - header.count))
      header = Array(header.prefix(headerBytes))
      if headerBytes < 52 { for mask in masks { header += little(mask, 4) } }
    }
    let start = 14 + header.count + palette.count + gap.count
    return Array("BM".utf8) + little(start + pixels.count, 4) + little(0, 4)
      + little(told ?? start, 4) + header + palette + gap + pixels
  }

  /// Rows of packed pixels, in the file's order, each padded to a multiple of four bytes.
  func rows(_ numbers: [Int]) -> [UInt8] {
    let order = isTopDown ? Array(0..<size.height) : (0..<size.height).reversed()
    return order.flatMap { y -> [UInt8] in
      let row = numbers[y * size.width..<(y + 1) * size.width]
      var bytes: [UInt8] = []
      if bits >= 8 {
        for number in row { bytes += LongTailWriter.little(number, bits / 8) }
      } else {
        for start in stride(from: row.startIndex, to: row.endIndex, by: 8 / bits) {
          var byte = 0
          for index in start..<start + 8 / bits {
            byte = byte << bits | (index < row.endIndex ? row[index] : 0)
          }
          bytes.append(UInt8(byte))
        }
      }
      return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
  }

  /// Numbers below a limit that differ from pixel to pixel.
  func numbers(below limit: Int) -> [Int] {
    (0..<size.width * size.height).map { ($0 * 2_654_435_761 + $0 / 13 * 97) % limit }
  }
}
