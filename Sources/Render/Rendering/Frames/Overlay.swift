import Geometry

/// A bitmap drawn over everything.
public struct Overlay: Hashable, Sendable {
  /// The rectangle in device pixels of the surface.
  public var position: PixelRect
  /// The bitmap's ID; bitmaps are passed to the renderer before the frame that names them.
  public var bitmap: UInt64
  /// The opacity, from 0 to 1.
  public var opacity: Double

  /// Creates an overlay at a position in device pixels; `opacity` is from 0 to 1.
  public init(position: PixelRect, bitmap: UInt64, opacity: Double = 1) {
    self.position = position
    self.bitmap = bitmap
    self.opacity = opacity
  }
}
