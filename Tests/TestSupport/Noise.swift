import Glibc

extension [UInt8] {
  /// The peak signal-to-noise ratio against other bytes, in decibels; 0 if they differ in number.
  public func psnr(_ other: [UInt8]) -> Double {
    guard count == other.count, !isEmpty else { return 0 }
    var sum = 0
    for (a, b) in zip(self, other) { sum += (Int(a) - Int(b)) * (Int(a) - Int(b)) }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(count) / Double(sum))
  }
}
