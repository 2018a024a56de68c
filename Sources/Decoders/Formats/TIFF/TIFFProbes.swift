/// Which of a picture's blocks are tried where the first ones can't be read.
enum TIFFProbes {
  /// Each takes as long as a block takes.
  private static let most = 64

  /// Numbers of blocks, of so many: all of them, or some at equal distances, with the last.
  static func numbers(of count: Int) -> [Int] {
    guard count > most else { return Array(0..<max(count, 0)) }
    return (1...most).map { count / most * $0 + count % most - 1 }
  }
}
