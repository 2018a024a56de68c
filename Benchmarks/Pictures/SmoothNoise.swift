/// Returns a pseudorandom number from -1 to 1 for a grid point, the same in every run.
@inline(__always)
func randomNumber(_ column: Int, _ row: Int, seed: UInt32) -> Float {
  var bits =
    UInt64(UInt32(truncatingIfNeeded: column)) << 32 | UInt64(UInt32(truncatingIfNeeded: row))
  bits = (bits ^ UInt64(seed) &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
  bits = (bits ^ (bits >> 32)) &* 0xD6E8_FEB8_6659_FD93
  bits ^= bits >> 32
  return Float(Int32(truncatingIfNeeded: bits)) * (1 / 2_147_483_648)
}

/// Returns noise with features one unit wide, about -1 to 1.
@inline(__always)
func smoothNoise(_ x: Float, _ y: Float, seed: UInt32) -> Float {
  let (left, top) = (x.rounded(.down), y.rounded(.down))
  let (column, row) = (Int(left), Int(top))
  let (fx, fy) = (eased(x - left), eased(y - top))
  let a = randomNumber(column, row, seed: seed)
  let b = randomNumber(column + 1, row, seed: seed)
  let c = randomNumber(column, row + 1, seed: seed)
  let d = randomNumber(column + 1, row + 1, seed: seed)
  return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy
}

/// Eases from 0 to 1, with zero slope at both ends.
@inline(__always)
private func eased(_ t: Float) -> Float { t * t * (3 - 2 * t) }
