import Geometry

/// A way to pan: where there is more of the picture to be seen.
public enum PanDirection: Hashable, Sendable, CaseIterable {
  /// Towards the picture's left edge.
  case left
  /// Towards its right edge.
  case right
  /// Towards its top edge.
  case up
  /// Towards its bottom edge.
  case down

  /// Whether it leads along the rows.
  public var isSideways: Bool { self == .left || self == .right }

  /// The way that fingers pan which have gone a distance; the longer axis counts.
  init(fingers way: Point) {
    if abs(way.x) >= abs(way.y) {
      self = way.x > 0 ? .left : .right
    } else {
      self = way.y > 0 ? .up : .down
    }
  }

  /// The part of a way or a speed along its axis.
  func along(_ way: Point) -> Double { isSideways ? way.x : way.y }
}
