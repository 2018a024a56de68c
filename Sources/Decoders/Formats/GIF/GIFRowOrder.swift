/// Maps lines to rows: interlaced frames have four passes.
struct GIFRowOrder {
  private let height: Int
  private let isInterlaced: Bool

  init(height: Int, isInterlaced: Bool) {
    self.height = height
    self.isInterlaced = isInterlaced
  }

  func row(of line: Int) -> Int {
    guard isInterlaced else { return line }
    var line = line
    for (first, step) in [(0, 8), (4, 8), (2, 4)] {
      let rows = height > first ? (height - first + step - 1) / step : 0
      if line < rows { return first + line * step }
      line -= rows
    }
    return 1 + line * 2
  }
}
