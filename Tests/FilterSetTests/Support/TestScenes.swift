import Glibc
import TestSupport

extension TestPicture {
  /// A synthetic photograph: soft shapes, fine texture and a few hard edges.
  static func natural(_ width: Int, _ height: Int, seed: UInt64 = 7) -> TestPicture {
    var random = SeededNumbers(seed: seed)
    let noise = (0..<width * height).map { _ in Double(random.next() >> 11) * 0x1p-53 - 0.5 }
    return TestPicture(width, height) { x, y in
      let (u, v) = (Double(x), Double(y))
      let soft = sin(u / 23) * cos(v / 31) + 0.5 * sin((u + 2 * v) / 57)
      let fine = 0.25 * sin(u * 0.9 + 0.3 * sin(v / 9)) * sin(v * 0.7)
      let isInside = hypot(u - Double(width) * 0.6, v - Double(height) * 0.45) < Double(height) / 5
      let shape = isInside ? 0.5 : -0.1
      let grain = 0.15 * noise[y * width + x]
      func channel(_ gain: Double, _ turn: Double) -> UInt8 {
        let value = 0.45 + 0.2 * soft * cos(turn) + fine * gain + shape * sin(turn + 0.4) + grain
        return UInt8(max(0, min(255, (value * 255).rounded())))
      }
      return RGBA(channel(0.6, 0.2), channel(0.9, 1), channel(0.4, 1.9), 255)
    }
  }

  /// Black and white areas with a vertical, a horizontal and two slanted edges.
  static func edges(_ width: Int, _ height: Int) -> TestPicture {
    TestPicture(width, height) { x, y in
      var isWhite = x * 3 < width
      if y * 4 > height * 3 { isWhite.toggle() }
      if x - y > width / 3 { isWhite.toggle() }
      if 3 * x + y > 3 * width { isWhite.toggle() }
      return isWhite ? [255, 255, 255, 255] : [0, 0, 0, 255]
    }
  }

  /// Colours whose alpha changes softly and sharply, some of them fully transparent.
  static func glass(_ width: Int, _ height: Int) -> TestPicture {
    let opaque = natural(width, height, seed: 11)
    return TestPicture(width, height) { x, y in
      var color = opaque.premultiplied(x, y)
      let soft = 127.5 + 160 * sin(Double(x) / 17) * cos(Double(y) / 13)
      color.w = UInt8(max(0, min(255, soft)))
      if (x / 40 + y / 30) % 3 == 0 { color.w = 255 }
      if (x / 25) % 4 == 1 && y % 50 < 20 { color.w = 0 }
      return color
    }
  }
}
