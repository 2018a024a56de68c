import Geometry

/// A direction in which a view pans over the picture.
public enum PanDirection: Hashable, Sendable, CaseIterable {
  /// Towards the picture's left edge.
  case left
  /// Towards its right edge.
  case right
  /// Towards its top edge.
  case up
  /// Towards its bottom edge.
  case down

  /// True for left and right.
  public var isSideways: Bool { self == .left || self == .right }

  /// The direction in which fingers that moved by `delta` pan the view; the longer axis counts.
  init(fingers delta: Point) {
    if abs(delta.x) >= abs(delta.y) {
      self = delta.x > 0 ? .left : .right
    } else {
      self = delta.y > 0 ? .up : .down
    }
  }

  /// The component of a delta or a velocity along this direction's axis.
  func along(_ delta: Point) -> Double { isSideways ? delta.x : delta.y }
}
