import Fresnel
import FresnelDrawing

/// A PNG file without compression: for a small icon that is all it takes.
public enum PlainPNG {
  /// The file's bytes.
  public static func bytes(of pixels: DrawnPixels) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let header = big(UInt32(pixels.size.width)) + big(UInt32(pixels.size.height)) + [8, 6, 0, 0, 0]
    file += chunk("IHDR", header)
    file += chunk("IDAT", stored(rows(of: pixels)))
    return file + chunk("IEND", [])
  }

  /// Rows without a filter; PNG's colours are not multiplied by their opacity.
  private static func rows(of pixels: DrawnPixels) -> [UInt8] {
    var rows: [UInt8] = []
    let width = pixels.size.width
    for place in 0..<width * pixels.size.height {
      if place.isMultiple(of: width) { rows.append(0) }
      let alpha = Int(pixels.bytes[place * 4 + 3])
      for part in 0..<3 {
        let value = Int(pixels.bytes[place * 4 + part])
        rows.append(alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha)))
      }
      rows.append(UInt8(alpha))
    }
    return rows
  }

  /// A zlib stream of stored blocks.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 65_535, bytes.count)
      let count = UInt16(end - start)
      stream.append(end == bytes.count ? 1 : 0)
      for number in [count, ~count] { stream += [UInt8(number & 255), UInt8(number >> 8)] }
      stream += bytes[start..<end]
      start = end
    } while start < bytes.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + big(b << 16 | a)
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + data
    var sum: UInt32 = 0xffff_ffff
    for byte in named {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return big(UInt32(data.count)) + named + big(~sum)
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
