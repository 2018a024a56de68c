import Glibc
import TestSupport

/// A synthetic photograph: gradients, edges, fine texture and some noise.
enum Photograph {
  /// The picture, the same each time.
  static func grid(_ width: Int, _ height: Int) -> PixelGrid {
    PixelGrid(width: width, height: height, opaque: color)
  }

  private static func color(_ x: Int, _ y: Int) -> UInt32 {
    let (u, v) = (Double(x) / 900, Double(y) / 600)
    // Hills against a sky; their ridge has edges at every angle.
    let ridge = 0.45 + 0.12 * sin(7 * u) + 0.05 * sin(23 * u + 1)
    let isSky = v < ridge
    let shade = isSky ? 0.85 - 0.4 * v : 0.2 + 0.3 * (v - ridge)
    let texture = isSky ? 0 : 0.12 * sin(Double(x) * 0.9 + 3 * sin(Double(y) * 0.31))
    let noise = (Double(hash(x, y) & 1023) / 1023 - 0.5) * 0.06
    func channel(_ tint: Double) -> UInt32 {
      UInt32((max(0, min(1, (shade + texture) * tint + noise)) * 255).rounded())
    }
    return channel(isSky ? 0.7 : 0.9) << 16 | channel(isSky ? 0.85 : 1) << 8
      | channel(isSky ? 1 : 0.55)
  }

  private static func hash(_ x: Int, _ y: Int) -> UInt32 {
    var h =
      UInt32(truncatingIfNeeded: x) &* 0x9e37_79b1 ^ UInt32(truncatingIfNeeded: y) &* 0x85eb_ca77
    h = (h ^ h >> 15) &* 0x2c1b_3c6d
    return h ^ h >> 13
  }
}
