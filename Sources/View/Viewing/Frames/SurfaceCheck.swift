import Geometry

/// Finds frames that were shown on a surface of another size than the view's, which are drawn
/// again.
///
/// The renderer and the window have a connection to the server each: one of them may still have a
/// size that the other has left.
struct SurfaceCheck: Hashable {
  private var wanted = PixelSize.zero
  private var attempts = 0

  /// How often a frame is drawn again for one size of the view: it may never be the surface's.
  static let mostAttempts = 8

  /// True if the newest frame has to be drawn again: it was shown on a surface of another size.
  mutating func isStale(shown: PixelSize, wanted size: PixelSize) -> Bool {
    if size != wanted {
      wanted = size
      attempts = 0
    }
    guard shown != size else {
      attempts = 0
      return false
    }
    attempts += 1
    return attempts <= Self.mostAttempts
  }
}
