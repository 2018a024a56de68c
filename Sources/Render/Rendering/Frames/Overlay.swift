import Geometry

/// A bitmap drawn over everything.
public struct Overlay: Hashable, Sendable {
  /// The rectangle in device pixels of the surface.
  public var position: PixelRect
  /// The bitmap's ID; bitmaps are passed to the renderer before the frame that names them.
  public var bitmap: UInt64

  /// Creates an overlay.
  public init(position: PixelRect, bitmap: UInt64) {
    self.position = position
    self.bitmap = bitmap
  }
}
