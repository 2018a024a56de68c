import Geometry

/// Kinds of old formats that no current program writes.
extension LongTailWriter {
  /// A number below a limit for each pixel, different from pixel to pixel.
  func numbers(below limit: Int, salt: Int = 0) -> [Int] {
    (0..<size.width * size.height).map { ($0 * 7919 + $0 / 13 + salt * 31) % limit }
  }

  /// Rows of bytes, each padded to a multiple.
  func rows(_ multiple: Int, isBottomUp: Bool = false, _ row: (Int) -> [UInt8]) -> [UInt8] {
    let order = (0..<size.height).map { isBottomUp ? size.height - 1 - $0 : $0 }
    return order.flatMap { y -> [UInt8] in
      let bytes = row(y)
      return bytes + [UInt8](repeating: 0, count: (multiple - bytes.count % multiple) % multiple)
    }
  }

  /// A bitmap of any depth, its last row first, with colour masks after its header.
  func bmp(
    bits: Int, compression: Int, masks: [Int] = [], palette: [[UInt8]] = [], _ pixels: [UInt8]
  ) -> [UInt8] {
    var header = Self.little(40, 4) + Self.little(size.width, 4) + Self.little(size.height, 4)
    header += Self.little(1, 2) + Self.little(bits, 2) + Self.little(compression, 4)
    header += Self.little(pixels.count, 4) + Self.little(0, 8) + Self.little(palette.count, 4)
    header += Self.little(0, 4)
    for mask in masks { header += Self.little(mask, 4) }
    let colors = palette.flatMap { color -> [UInt8] in [color[2], color[1], color[0], 0] }
    let start = 14 + header.count + colors.count
    var file = Array("BM".utf8) + Self.little(start + pixels.count, 4) + Self.little(0, 4)
    file += Self.little(start, 4) + header + colors
    return file + pixels
  }

  /// A 16-bit bitmap with alpha and a version 5 header.
  func bmp5(masks: [Int], _ pixels: [UInt8]) -> [UInt8] {
    var header = Self.little(124, 4) + Self.little(size.width, 4) + Self.little(size.height, 4)
    header += Self.little(1, 2) + Self.little(16, 2) + Self.little(3, 4)
    header += Self.little(pixels.count, 4) + Self.little(0, 16)
    for mask in masks { header += Self.little(mask, 4) }
    header += Array("BGRs".utf8)
    header += [UInt8](repeating: 0, count: 124 - header.count)
    var file = Array("BM".utf8) + Self.little(138 + pixels.count, 4) + Self.little(0, 4)
    file += Self.little(138, 4) + header
    return file + pixels
  }

  /// TGA of any type, top-down, with a colour table.
  func tga(
    type: Int, bits: Int, descriptor: Int, table: [UInt8] = [], tableBits: Int = 0,
    _ body: [UInt8]
  ) -> [UInt8] {
    let entries = tableBits == 0 ? 0 : table.count / ((tableBits + 7) / 8)
    var file: [UInt8] = [0, table.isEmpty ? 0 : 1, UInt8(type)]
    file += Self.little(0, 2) + Self.little(entries, 2)
    file += [UInt8(tableBits)] + Self.little(0, 4) + Self.little(size.width, 2)
    file += Self.little(size.height, 2) + [UInt8(bits), UInt8(descriptor)]
    return file + table + body
  }

  /// PCX in planes; `line` returns one plane of a row.
  func pcx(
    bits: Int, planes: Int, palette: [[UInt8]] = [], tail: [UInt8] = [],
    _ line: (_ y: Int, _ plane: Int) -> [UInt8]
  ) -> [UInt8] {
    let rowBytes = ((size.width * bits + 7) / 8 + 1) / 2 * 2
    let colors = palette.prefix(16).flatMap { color -> [UInt8] in Array(color.prefix(3)) }
    var file: [UInt8] = [10, 5, 1, UInt8(bits)] + Self.little(0, 4)
    file += Self.little(size.width - 1, 2) + Self.little(size.height - 1, 2) + Self.little(72, 2)
    file += Self.little(72, 2) + colors + [UInt8](repeating: 0, count: 48 - colors.count)
    file += [0, UInt8(planes)] + Self.little(rowBytes, 2) + Self.little(1, 2)
    file += [UInt8](repeating: 0, count: 58)
    for y in 0..<size.height {
      for plane in 0..<planes {
        let bytes = line(y, plane)
        for byte in bytes + [UInt8](repeating: 0, count: rowBytes - bytes.count) {
          file += byte >= 0xC0 ? [0xC1, byte] : [byte]
        }
      }
    }
    return file + tail
  }

  /// A Sun rasterfile of any depth and type.
  func sun(depth: Int, type: Int, table: [UInt8] = [], _ body: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x59, 0xA6, 0x6A, 0x95]
    let numbers = [
      size.width, size.height, depth, body.count, type, table.isEmpty ? 0 : 1, table.count,
    ]
    for number in numbers { file += Self.big(number, 4) }
    return file + table + body
  }

  /// PNM in bytes, or in words if the largest number needs them.
  func pnm(_ kind: Int, most: Int, _ numbers: [Int]) -> [UInt8] {
    var header = "P\(kind)\n\(size.width) \(size.height)\n\(most)\n"
    if kind == 7 {
      header = "P7\nWIDTH \(size.width)\nHEIGHT \(size.height)\nDEPTH 1\nMAXVAL \(most)\n"
      header += "TUPLTYPE GRAYSCALE\nENDHDR\n"
    }
    let each = kind == 6 ? 3 : 1
    guard kind > 3 else {
      return Array((header + numbers.map { "\($0)\n" }.joined()).utf8)
    }
    var file = Array(header.utf8)
    for number in numbers {
      for _ in 0..<each { file += Self.big(number, most > 255 ? 2 : 1) }
    }
    return file
  }

  /// An icon of one picture of any depth, with a mask: 1 is transparent.
  func icon(
    bits: Int, palette: [[UInt8]] = [], mask: [Int], _ row: (Int) -> [UInt8]
  ) -> Icon {
    var body = Self.little(40, 4) + Self.little(size.width, 4) + Self.little(2 * size.height, 4)
    body += Self.little(1, 2) + Self.little(bits, 2) + [UInt8](repeating: 0, count: 24)
    for color in palette { body += [color[2], color[1], color[0], 0] }
    body += rows(4, isBottomUp: true, row)
    body += rows(4, isBottomUp: true) { y in
      packed(mask[y * size.width..<(y + 1) * size.width].map { UInt8($0) }, bits: 1)
    }
    return Icon(size: size, body: body)
  }
}
