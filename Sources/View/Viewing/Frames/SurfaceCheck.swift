import Geometry

/// Detects frames that were shown on a surface of another size than the view's, so that they are
/// drawn again.
///
/// The renderer and the window have separate connections to the X server, so one of them may still
/// use the old size.
struct SurfaceCheck: Hashable {
  private var wanted = PixelSize.zero
  private var attempts = 0

  /// The maximum number of redraws for one size of the view, because the surface may never get it.
  static let mostAttempts = 8

  /// Returns true if the newest frame must be drawn again because its surface had another size.
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
