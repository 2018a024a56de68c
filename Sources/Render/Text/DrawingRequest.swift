import Geometry

/// A drawing to be made into a bitmap: the controls of a panel.
package struct DrawingRequest: Hashable, Sendable {
  /// Names the request in its answer.
  ///
  /// One that still waits is replaced by a newer one of its name, whatever kind either is of.
  package var id: UInt64
  /// Columns and rows of the bitmap, in device pixels; at most 8192 of each are drawn.
  package var size: PixelSize
  /// What is drawn, in order, on nothing.
  package var items: [DrawingItem]

  /// A request with all its parts given.
  package init(id: UInt64, size: PixelSize, items: [DrawingItem]) {
    self.id = id
    self.size = size
    self.items = items
  }
}
