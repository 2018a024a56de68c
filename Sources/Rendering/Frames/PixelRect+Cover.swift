import Geometry

extension PixelRect {
  /// The device pixels whose centres lie inside a rectangle, as a GPU would choose them.
  ///
  /// Rectangles that share an edge share it here too: no pixel is in both, or in neither.
  init(centersIn rect: Rect) {
    // Two ways to compute one edge may differ in the last bit; a tie then must not fall both ways.
    func first(_ edge: Double) -> Int {
      Int(max(-1e9, min(1e9, (edge - 0.5 - 1e-6).rounded(.up))))
    }
    self.init(
      minX: first(rect.minX), minY: first(rect.minY), maxX: first(rect.maxX),
      maxY: first(rect.maxY))
  }

  /// Adds what is left of it without `other`, at most four rectangles, to a list.
  func subtract(_ other: PixelRect, into rest: inout [PixelRect]) {
    let common = intersection(other)
    guard !common.isEmpty else {
      if !isEmpty { rest.append(self) }
      return
    }
    func add(_ minX: Int, _ minY: Int, _ maxX: Int, _ maxY: Int) {
      if maxX > minX && maxY > minY {
        rest.append(PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
      }
    }
    add(minX, minY, maxX, common.minY)
    add(minX, common.minY, common.minX, common.maxY)
    add(common.maxX, common.minY, maxX, common.maxY)
    add(minX, common.maxY, maxX, maxY)
  }
}
