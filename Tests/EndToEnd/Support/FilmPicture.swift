import Geometry

/// An animation whose frames have one colour each.
enum FilmPicture {
  /// The colours of its frames.
  static let colors: [UInt32] = [0xC00000, 0x00C000, 0x0000C0, 0xC0C000]

  /// A GIF (specification 89a); `hundredths` is each frame's duration in 1/100 s.
  static func gif(
    _ size: PixelSize, colors: [UInt32] = colors, hundredths: Int = 20
  ) -> [UInt8] {
    func short(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
    var bytes = Array("GIF89a".utf8) + short(size.width) + short(size.height) + [0, 0, 0]
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    for color in colors {
      bytes += [0x21, 0xF9, 4, 4] + short(hundredths) + [0, 0, 0x2C, 0, 0, 0, 0]
      bytes += short(size.width) + short(size.height) + [0x81]
      bytes += [UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255)]
      bytes += [UInt8](repeating: 0, count: 9) + [2]
      // A clear code before each pixel keeps all codes three bits wide.
      var codes: [UInt8] = []
      var (pool, count) = (0, 0)
      for code in [Int](repeating: 4, count: size.width * size.height).flatMap({ [$0, 0] }) + [5] {
        pool |= code << count
        count += 3
        while count >= 8 {
          codes.append(UInt8(pool & 255))
          (pool, count) = (pool >> 8, count - 8)
        }
      }
      codes.append(UInt8(pool))
      for start in stride(from: 0, to: codes.count, by: 255) {
        let block = codes[start..<min(start + 255, codes.count)]
        bytes += [UInt8(block.count)] + block
      }
      bytes.append(0)
    }
    return bytes + [0x3B]
  }
}
