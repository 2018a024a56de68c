import Geometry

/// The line on the picture between before, at its left, and after.
struct SplitLine: Hashable, Sendable {
  /// How far it is from the left, as a share of the surface's width.
  var fraction = 0.5

  /// Its column on a surface, between the edges.
  func column(on surface: PixelSize) -> Int {
    guard surface.width > 0 else { return 0 }
    return min(max(Int((fraction * Double(surface.width)).rounded()), 0), surface.width)
  }

  /// Moves it to a place.
  mutating func move(to x: Double, on surface: PixelSize) {
    guard surface.width > 0, x.isFinite else { return }
    fraction = min(max(x / Double(surface.width), 0), 1)
  }
}
