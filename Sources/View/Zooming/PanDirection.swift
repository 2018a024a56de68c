import Geometry

/// A direction to pan: where there is more of the picture to be seen.
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

  /// The direction of fingers that have moved a distance; the longer axis counts.
  init(fingers delta: Point) {
    if abs(delta.x) >= abs(delta.y) {
      self = delta.x > 0 ? .left : .right
    } else {
      self = delta.y > 0 ? .up : .down
    }
  }

  /// The part of a delta or a speed along its axis.
  func along(_ delta: Point) -> Double { isSideways ? delta.x : delta.y }
}
