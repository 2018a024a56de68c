/// Scales samples of a few bits to eight.
enum SampleScale {
  /// The nearest 8-bit value of each sample of `bits` bits, up to eight.
  static func toEight(bits: Int) -> [UInt8] {
    guard bits > 0 else { return [0] }
    let most = (1 << min(bits, 8)) - 1
    return (0...most).map { UInt8(($0 * 255 + most / 2) / most) }
  }
}
