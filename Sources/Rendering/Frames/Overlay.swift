import Geometry

/// A small picture drawn over everything.
public struct Overlay: Hashable, Sendable {
  /// Where its top left corner lies, in device pixels of the surface.
  public var position: PixelRect
  /// Which bitmap; bitmaps are handed to the renderer ahead of the frame that names them.
  public var bitmap: UInt64

  /// A bitmap at a place.
  public init(position: PixelRect, bitmap: UInt64) {
    self.position = position
    self.bitmap = bitmap
  }
}
