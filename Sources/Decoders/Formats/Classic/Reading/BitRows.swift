/// Rows of single bits, the leftmost highest, padded to whole bytes.
struct BitRows: StoredRows {
  let rowBytes: Int
  private let width: Int
  private let start: Int
  private let greys: BitGreys

  /// Rows from an offset; ones are black or white.
  init(width: Int, start: Int, isOneBlack: Bool) {
    self.width = width
    self.start = start
    rowBytes = (width + 7) / 8
    greys = BitGreys(isOneBlack: isOneBlack)
  }

  func offset(ofRow row: Int) -> Int { start + row * rowBytes }

  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
    greys.spread(stored, count: width, into: target)
  }
}
