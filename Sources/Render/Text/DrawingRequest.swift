import Geometry

/// A request to draw a panel's controls into a bitmap.
package struct DrawingRequest: Hashable, Sendable {
  /// Identifies the request in its answer.
  ///
  /// A pending request is replaced by a newer one with the same ID, of either kind.
  package var id: UInt64
  /// The size of the bitmap in device pixels, limited to 8192 in each direction.
  package var size: PixelSize
  /// The items in drawing order, on a transparent background.
  package var items: [DrawingItem]

  /// Creates a request.
  package init(id: UInt64, size: PixelSize, items: [DrawingItem]) {
    self.id = id
    self.size = size
    self.items = items
  }
}
