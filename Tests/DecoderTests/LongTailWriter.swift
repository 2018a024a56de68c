import Geometry

/// Files of old formats, written byte by byte from their descriptions.
struct LongTailWriter {
  let size: PixelSize

  init(width: Int = 37, height: Int = 23) { size = PixelSize(width: width, height: height) }

  private var width: Int { size.width }
  private var height: Int { size.height }

  /// 8-bit samples, four per pixel, that differ from pixel to pixel; opaque if requested.
  func samples(isOpaque: Bool = true) -> [UInt8] {
    var samples = FormatSamples.samples(size, channels: 4)
    if isOpaque { for index in stride(from: 3, to: samples.count, by: 4) { samples[index] = 255 } }
    return samples
  }

  static func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func big(_ value: Int, _ bytes: Int) -> [UInt8] { little(value, bytes).reversed() }

  /// The selected channels of each pixel of a row.
  private func row(_ y: Int, _ samples: [UInt8], _ channels: [Int]) -> [UInt8] {
    (0..<width).flatMap { x in channels.map { samples[(y * width + x) * 4 + $0] } }
  }

  private func padded(_ bytes: [UInt8], to multiple: Int) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (multiple - bytes.count % multiple) % multiple)
  }

  // MARK: Windows formats

  /// A bitmap of 24 bits, or of 32 with masks and alpha, its last or first row first.
  func bmp(_ samples: [UInt8], hasAlpha: Bool = false, isTopDown: Bool = false) -> [UInt8] {
    let rows = isTopDown ? Array(0..<height) : (0..<height).reversed()
    let pixels = rows.flatMap {
      padded(row($0, samples, hasAlpha ? [2, 1, 0, 3] : [2, 1, 0]), to: 4)
    }
    let headerBytes = hasAlpha ? 108 : 40
    var header = Self.little(headerBytes, 4) + Self.little(width, 4)
    header += Self.little(isTopDown ? -height : height, 4) + Self.little(1, 2)
    header += Self.little(hasAlpha ? 32 : 24, 2) + Self.little(hasAlpha ? 3 : 0, 4)
    header += Self.little(pixels.count, 4) + [UInt8](repeating: 0, count: 16)
    if hasAlpha {
      for mask in [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000] { header += Self.little(mask, 4) }
      header += Array("BGRs".utf8) + [UInt8](repeating: 0, count: 48)
    }
    return bitmap(header, palette: [], pixels)
  }

  /// A bitmap with palette indices of 1, 4 or 8 bits.
  func bmp(numbers: [UInt8], palette: [[UInt8]], bits: Int) -> [UInt8] {
    let pixels = (0..<height).reversed().flatMap { y -> [UInt8] in
      padded(packed(Array(numbers[y * width..<(y + 1) * width]), bits: bits), to: 4)
    }
    var header = Self.little(40, 4) + Self.little(width, 4) + Self.little(height, 4)
    header += Self.little(1, 2) + Self.little(bits, 2) + Self.little(0, 4)
    header += Self.little(pixels.count, 4) + Self.little(0, 8) + Self.little(palette.count, 4)
    header += Self.little(0, 4)
    return bitmap(header, palette: palette.flatMap { [$0[2], $0[1], $0[0], 0] }, pixels)
  }

  private func bitmap(_ header: [UInt8], palette: [UInt8], _ pixels: [UInt8]) -> [UInt8] {
    let start = 14 + header.count + palette.count
    return Array("BM".utf8) + Self.little(start + pixels.count, 4) + Self.little(0, 4)
      + Self.little(start, 4) + header + palette + pixels
  }

  /// Numbers packed into bits, the first one highest.
  func packed(_ numbers: [UInt8], bits: Int) -> [UInt8] {
    let each = 8 / bits
    return stride(from: 0, to: numbers.count, by: each).map { start in
      (0..<each).reduce(UInt8(0)) { byte, index in
        let number = start + index < numbers.count ? numbers[start + index] : 0
        return byte << UInt8(bits & 7) | number
      }
    }
  }

  /// An icon or cursor of pictures, each with 32 bits per pixel or as a whole PNG file.
  static func icon(_ pictures: [Icon], isCursor: Bool = false) -> [UInt8] {
    var directory = little(0, 2) + little(isCursor ? 2 : 1, 2) + little(pictures.count, 2)
    var bodies: [UInt8] = []
    for picture in pictures {
      let side = picture.size.width == 256 ? 0 : picture.size.width
      directory += [UInt8(side), UInt8(side), 0, 0]
      directory += isCursor ? little(3, 2) + little(5, 2) : little(1, 2) + little(32, 2)
      directory += little(picture.body.count, 4)
      directory += little(6 + 16 * pictures.count + bodies.count, 4)
      bodies += picture.body
    }
    return directory + bodies
  }

  /// One picture of an icon.
  struct Icon {
    var size: PixelSize
    var body: [UInt8]
  }

  /// This picture in an icon: bottom-up rows, and an empty mask.
  func icon(_ samples: [UInt8]) -> Icon {
    var body = Self.little(40, 4) + Self.little(width, 4) + Self.little(2 * height, 4)
    body += Self.little(1, 2) + Self.little(32, 2) + [UInt8](repeating: 0, count: 24)
    for y in (0..<height).reversed() { body += row(y, samples, [2, 1, 0, 3]) }
    let maskRow = (width + 31) / 32 * 4
    return Icon(size: size, body: body + [UInt8](repeating: 0, count: maskRow * height))
  }

  // MARK: TGA, PCX

  /// A colour TGA, raw or in runs, bottom-up or top-down.
  func tga(
    _ samples: [UInt8], hasAlpha: Bool = false, isRuns: Bool = false, isTopDown: Bool = false
  ) -> [UInt8] {
    var file: [UInt8] = [0, 0, isRuns ? 10 : 2] + [UInt8](repeating: 0, count: 9)
    file += Self.little(width, 2) + Self.little(height, 2)
    file += [hasAlpha ? 32 : 24, (hasAlpha ? 8 : 0) | (isTopDown ? 0x20 : 0)]
    for y in isTopDown ? Array(0..<height) : (0..<height).reversed() {
      let pixels = row(y, samples, hasAlpha ? [2, 1, 0, 3] : [2, 1, 0])
      let bytes = hasAlpha ? 4 : 3
      // Each pixel is a run of one: no compression, but enough to test a reader.
      for x in 0..<width {
        if isRuns { file.append(0x80) }
        file += pixels[x * bytes..<(x + 1) * bytes]
      }
    }
    return file
  }

  /// PCX in three 8-bit planes.
  func pcx(_ samples: [UInt8]) -> [UInt8] {
    let rowBytes = (width + 1) / 2 * 2
    var file: [UInt8] = [10, 5, 1, 8] + Self.little(0, 4) + Self.little(width - 1, 2)
    file += Self.little(height - 1, 2) + Self.little(72, 2) + Self.little(72, 2)
    file += [UInt8](repeating: 0, count: 48) + [0, 3] + Self.little(rowBytes, 2)
    file += Self.little(1, 2) + [UInt8](repeating: 0, count: 58)
    for y in 0..<height {
      for channel in 0..<3 {
        for byte in padded(row(y, samples, [channel]), to: 2) {
          file += byte >= 0xC0 ? [0xC1, byte] : [byte]
        }
      }
    }
    return file
  }

  // MARK: Unix

  /// Netpbm's 8-bit formats, plain or raw: P2, P3, P5 and P6.
  func pnm(_ kind: Int, _ samples: [UInt8]) -> [UInt8] {
    let channels = kind % 3 == 2 ? [0] : [0, 1, 2]
    let numbers = (0..<height).flatMap { row($0, samples, channels) }
    let header = Array("P\(kind)\n# a comment\n\(width) \(height)\n255\n".utf8)
    guard kind < 4 else { return header + numbers }
    return header + Array(numbers.map { "\($0)\n" }.joined().utf8)
  }

  /// P6 with 16-bit samples.
  func pnm(deep numbers: [Int]) -> [UInt8] {
    Array("P6 \(width) \(height) 65535\n".utf8) + numbers.flatMap { Self.big($0, 2) }
  }

  /// P4: bits, 1 for black.
  func pbm(_ bits: [UInt8]) -> [UInt8] {
    Array("P4\n\(width) \(height)\n".utf8)
      + (0..<height).flatMap { packed(Array(bits[$0 * width..<($0 + 1) * width]), bits: 1) }
  }

  /// P7 with alpha.
  func pam(_ samples: [UInt8]) -> [UInt8] {
    Array(
      "P7\nWIDTH \(width)\nHEIGHT \(height)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8
    ) + samples
  }

  /// An uncompressed SGI file of 8 or 16 bits, plane by plane, bottom-up.
  func sgi(_ samples: [UInt8], isDeep: Bool = false) -> [UInt8] {
    var file: [UInt8] = [0x01, 0xDA, 0, isDeep ? 2 : 1] + Self.big(3, 2) + Self.big(width, 2)
    file += Self.big(height, 2) + Self.big(3, 2) + Self.big(0, 4)
    file += Self.big(isDeep ? 65535 : 255, 4) + [UInt8](repeating: 0, count: 512 - 20)
    for channel in 0..<3 {
      for y in (0..<height).reversed() {
        // 16 bits are the 8 bits twice, so that white is white.
        file += row(y, samples, isDeep ? [channel, channel] : [channel])
      }
    }
    return file
  }

  /// Sun's raw 24-bit rasterfile: blue comes first.
  func sun(_ samples: [UInt8]) -> [UInt8] {
    let rows = (0..<height).flatMap { padded(row($0, samples, [2, 1, 0]), to: 2) }
    return [0x59, 0xA6, 0x6A, 0x95] + Self.big(width, 4) + Self.big(height, 4) + Self.big(24, 4)
      + Self.big(rows.count, 4) + Self.big(1, 4) + Self.big(0, 8) + rows
  }

  /// An XBM in C: bits, the first one lowest, 1 for black.
  func xbm(_ bits: [UInt8]) -> [UInt8] {
    let bytes = (0..<height).flatMap { y -> [UInt8] in
      let row = padded(Array(bits[y * width..<(y + 1) * width]), to: 8)
      return stride(from: 0, to: row.count, by: 8).map { start in
        (0..<8).reduce(UInt8(0)) { $0 | row[start + $1] << UInt8($1) }
      }
    }
    let text = bytes.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
    return Array(
      """
      #define i_width \(width)
      #define i_height \(height)
      static unsigned char i_bits[] = {
      \(text)};

      """.utf8)
  }

  /// An XPM in C, of four colours and transparency.
  func xpm(_ numbers: [UInt8], palette: [[UInt8]]) -> [UInt8] {
    let names = ["a", "b", "c", "d", " "]
    func hex(_ color: [UInt8]) -> String {
      color.prefix(3).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    var lines = ["\(width) \(height) \(palette.count + 1) 1"]
    for (name, color) in zip(names, palette) { lines.append("\(name) c #\(hex(color))") }
    lines.append("  c None")
    for y in 0..<height {
      lines.append(numbers[y * width..<(y + 1) * width].map { names[Int($0)] }.joined())
    }
    let text = lines.map { "\"\($0)\"" }.joined(separator: ",\n")
    return Array("/* XPM */\nstatic char *i[] = {\n\(text)\n};\n".utf8)
  }

  // MARK: Phones and telescopes

  /// WBMP: bits, 1 for white.
  func wbmp(_ bits: [UInt8]) -> [UInt8] {
    [0, 0, UInt8(width), UInt8(height)]
      + (0..<height).flatMap { packed(Array(bits[$0 * width..<($0 + 1) * width]), bits: 1) }
  }
}
