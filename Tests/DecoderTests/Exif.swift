/// EXIF blocks for test pictures.
enum Exif {
  /// A TIFF header and a directory with a width before the orientation.
  static func block(orientation: Int, isLittle: Bool) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      let big = (0..<bytes).map { UInt8(value >> (8 * (bytes - 1 - $0)) & 255) }
      return isLittle ? big.reversed() : big
    }
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
    }
    return Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
      + number(2, 2) + entry(256, 640) + entry(274, orientation) + number(0, 4)
  }
}
