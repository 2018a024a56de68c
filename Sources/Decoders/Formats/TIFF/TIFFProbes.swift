/// Chooses the blocks to try if the first ones can't be read.
enum TIFFProbes {
  /// The maximum number of blocks to try, since each has to be decoded.
  private static let most = 64

  /// Numbers of blocks among `count`: all, or evenly spaced ones including the last.
  static func numbers(of count: Int) -> [Int] {
    guard count > most else { return Array(0..<max(count, 0)) }
    return (1...most).map { count / most * $0 + count % most - 1 }
  }
}
