/// Smooth pseudorandom values over a plane, the same in every run.
enum Noise {
  /// Returns one octave of noise with features one unit wide, about -1 to 1.
  @inline(__always)
  static func value(_ x: Float, _ y: Float, seed: UInt32) -> Float {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (fx, fy) = (x - left, y - top)
    let (column, row) = (UInt32(bitPattern: Int32(left)), UInt32(bitPattern: Int32(top)))
    let (sx, sy) = (eased(fx), eased(fy))
    let upper = mix(corner(column, row, seed), corner(column &+ 1, row, seed), sx)
    let lower = mix(corner(column, row &+ 1, seed), corner(column &+ 1, row &+ 1, seed), sx)
    return mix(upper, lower, sy)
  }

  /// Returns a sum of octaves, each twice as fine and half as strong as the last; about -1 to 1.
  @inline(__always)
  static func fractal(_ x: Float, _ y: Float, octaves: Int, seed: UInt32) -> Float {
    var (x, y, strength, sum) = (x, y, Float(0.5), Float(0))
    for octave in 0..<octaves {
      sum += strength * value(x, y, seed: seed &+ UInt32(octave))
      // Each octave is rotated a little, so that the grids' directions don't show.
      (x, y) = (1.6 * x + 1.2 * y, 1.6 * y - 1.2 * x)
      strength *= 0.5
    }
    return sum
  }

  /// Returns a pseudorandom number from 0 to 1 for an integer.
  static func random(_ number: Int, seed: UInt32) -> Float {
    corner(UInt32(truncatingIfNeeded: number), 0x51ED, seed) * 0.5 + 0.5
  }

  @inline(__always)
  private static func corner(_ column: UInt32, _ row: UInt32, _ seed: UInt32) -> Float {
    var hash = column &* 0x9E37_79B1 &+ row &* 0x85EB_CA77 &+ seed &* 0xC2B2_AE3D
    hash = (hash ^ (hash >> 15)) &* 0x2C1B_3C6D
    hash = (hash ^ (hash >> 12)) &* 0x297A_2D39
    hash ^= hash >> 15
    return Float(Int32(bitPattern: hash)) * (1 / 2_147_483_648)
  }

  @inline(__always)
  private static func eased(_ t: Float) -> Float { t * t * t * (t * (t * 6 - 15) + 10) }

  @inline(__always)
  private static func mix(_ a: Float, _ b: Float, _ share: Float) -> Float { a + (b - a) * share }
}

/// Returns 0 below `low`, 1 above `high`, and a smooth transition between.
@inline(__always)
func smoothStep(_ low: Float, _ high: Float, _ x: Float) -> Float {
  let t = min(max((x - low) / (high - low), 0), 1)
  return t * t * (3 - 2 * t)
}
