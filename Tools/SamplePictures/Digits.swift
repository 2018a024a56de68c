/// Digits with three by five dots each.
enum Digits {
  private static let shapes: [[UInt8]] = [
    [0b111, 0b101, 0b101, 0b101, 0b111], [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111], [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001], [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111], [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111], [0b111, 0b101, 0b111, 0b001, 0b111],
  ]

  /// Returns true if a dot belongs to a number; it starts at the left, each digit four dots wide.
  static func isInk(_ number: Int, x: Int, y: Int) -> Bool {
    let digits = Array(String(number).utf8)
    guard y >= 0, y < 5, x >= 0, x / 4 < digits.count, x % 4 < 3 else { return false }
    return shapes[Int(digits[x / 4] - 0x30)][y] >> (2 - x % 4) & 1 == 1
  }
}
