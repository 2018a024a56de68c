/// Writes PNG files of any kind from the specification, without libpng: a reference for the reader.
public struct RawPNG {
  /// Pixels per row.
  public var width: Int
  /// Rows.
  public var height: Int
  /// PNG's colour type: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
  public var colorType: Int
  /// Bits per sample.
  public var depth: Int
  /// True if the pixels are interlaced (Adam7, seven passes).
  public var isInterlaced = false
  /// Chunks between the header and the pixels, in order.
  public var chunks: [(name: String, bytes: [UInt8])] = []

  /// Describes a file.
  public init(
    width: Int, height: Int, colorType: Int, depth: Int, isInterlaced: Bool = false,
    chunks: [(name: String, bytes: [UInt8])] = []
  ) {
    self.width = width
    self.height = height
    self.colorType = colorType
    self.depth = depth
    self.isInterlaced = isInterlaced
    self.chunks = chunks
  }

  /// Samples per pixel.
  public var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 0 }

  /// Returns the file's bytes, given the samples in reading order.
  public func file(_ samples: [Int]) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk(
      "IHDR",
      Self.big(width) + Self.big(height) + [
        UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0,
      ])
    for chunk in chunks { file += Self.chunk(chunk.name, chunk.bytes) }
    file += Self.chunk("IDAT", Self.zlib(rows(samples)))
    return file + Self.chunk("IEND", [])
  }

  /// All rows, each with its filter byte; for interlaced pictures, those of the seven passes.
  private func rows(_ samples: [Int]) -> [UInt8] {
    guard isInterlaced else { return sweep(samples, x: 0, y: 0, dx: 1, dy: 1) }
    let sweeps = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    return sweeps.flatMap { sweep(samples, x: $0.0, y: $0.1, dx: $0.2, dy: $0.3) }
  }

  private func sweep(_ samples: [Int], x: Int, y: Int, dx: Int, dy: Int) -> [UInt8] {
    guard x < width, y < height else { return [] }
    var bytes: [UInt8] = []
    for row in stride(from: y, to: height, by: dy) {
      bytes.append(0)
      if depth == 16, dx == 1 {
        let first = (row * width + x) * channels
        for sample in samples[first..<(row + 1) * width * channels] {
          bytes.append(UInt8(sample >> 8))
          bytes.append(UInt8(sample & 0xFF))
        }
        continue
      }
      var bits = 0
      var count = 0
      for column in stride(from: x, to: width, by: dx) {
        for channel in 0..<channels {
          bits = bits << depth | samples[(row * width + column) * channels + channel]
          count += depth
          while count >= 8 {
            count -= 8
            bytes.append(UInt8(bits >> count & 0xFF))
            bits &= (1 << count) - 1
          }
        }
      }
      if count > 0 { bytes.append(UInt8(bits << (8 - count) & 0xFF)) }
    }
    return bytes
  }

  /// A number as PNG stores it: 32 bits, big-endian.
  public static func big(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  /// A chunk with its length and checksum.
  public static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + bytes
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in body { crc = crc >> 8 ^ Self.remainders[Int((crc ^ UInt32(byte)) & 0xFF)] }
    return big(bytes.count) + body + big(Int(~crc))
  }

  /// Bytes as an uncompressed zlib stream.
  public static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let count = min(65535, bytes.count - start)
      let isLast = start + count == bytes.count
      stream += [isLast ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
      stream += [UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      stream += bytes[start..<start + count]
      start += count
    } while start < bytes.count
    var a = 1
    var b = 0
    for byte in bytes {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return stream + big(b << 16 | a)
  }

  /// The CRC-32 table.
  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
  }
}
