/// Samples of a few bits as samples of eight.
enum SampleScale {
  /// The sample of 255 steps that is nearest to each of `bits` bits, up to eight; as many entries
  /// as there are samples.
  static func toEight(bits: Int) -> [UInt8] {
    guard bits > 0 else { return [0] }
    let most = (1 << min(bits, 8)) - 1
    return (0...most).map { UInt8(($0 * 255 + most / 2) / most) }
  }
}
