import Fresnel

/// The pixels of a cell, and dot-matrix digits on them.
struct CellBitmap {
  let size: PixelSize
  /// RGBA; rows without padding.
  private(set) var bytes: [UInt8]

  /// Makes a cell of one colour with dark left and top edges.
  init(size: PixelSize, color: OpaqueColor) {
    self.size = size
    bytes = []
    bytes.reserveCapacity(size.width * size.height * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isEdge = x == 0 || y == 0
        bytes += isEdge ? [20, 20, 20, 255] : [color.red, color.green, color.blue, 255]
      }
    }
  }

  /// Five rows of three dots per digit, the highest bit on the left.
  private static let digits: [[UInt8]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 2, 2], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]

  /// Draws a number in white dots of `dot` × `dot` pixels.
  mutating func write(_ number: Int, atX left: Int, y top: Int, dot: Int) {
    for (place, digit) in String(number).compactMap(\.wholeNumberValue).enumerated() {
      for (row, bits) in Self.digits[digit].enumerated() {
        for column in 0..<3 where bits & (4 >> UInt8(column)) != 0 {
          fill(x: left + (place * 4 + column) * dot, y: top + row * dot, edge: dot)
        }
      }
    }
  }

  private mutating func fill(x: Int, y: Int, edge: Int) {
    for row in max(0, y)..<max(0, min(y + edge, size.height)) {
      for column in max(0, x)..<max(0, min(x + edge, size.width)) {
        let index = (row * size.width + column) * 4
        bytes.replaceSubrange(index..<index + 3, with: [255, 255, 255])
      }
    }
  }
}
