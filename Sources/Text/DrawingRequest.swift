import Geometry

/// A drawing to be made into a bitmap: the controls of a panel.
public struct DrawingRequest: Hashable, Sendable {
  /// Names the request in its answer.
  ///
  /// One that still waits is replaced by a newer one of its name, whatever kind either is of.
  public var id: UInt64
  /// Columns and rows of the bitmap, in device pixels; at most 8192 of each are drawn.
  public var size: PixelSize
  /// What is drawn, in order, on nothing.
  public var items: [DrawingItem]

  /// A request with all its parts given.
  public init(id: UInt64, size: PixelSize, items: [DrawingItem]) {
    self.id = id
    self.size = size
    self.items = items
  }
}
