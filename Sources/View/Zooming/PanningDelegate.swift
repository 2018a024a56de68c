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

/// Decides whether a picture may be panned past an edge, and takes over pans that it refuses.
///
/// It is asked when a pan with a clear direction would move the picture past its edge there. If it
/// refuses, the picture stops at the edge, without overscroll; and if the pan began at that edge,
/// it is offered to the delegate, so that an album can slide in the next picture. Called on the
/// view's thread.
public protocol PanningDelegate {
  /// Returns true if the picture should follow the fingers past its edge.
  ///
  /// Called at most once per edge and pan. The answer must depend only on the delegate's state and
  /// the question: the same input must give the same view.
  func allowsPan(_ question: PanQuestion) -> Bool
}

/// A question to a panning delegate.
public struct PanQuestion: Hashable, Sendable {
  /// The direction of the pan: fingers that move right pan left.
  public var direction: PanDirection
  /// True if the pan began at that edge; only then does a refusal offer the pan to the delegate.
  public var beganAtEdge: Bool
  /// True if the whole picture is visible on that axis, so that it can't move in any case.
  public var fits: Bool

  /// Creates a question.
  public init(direction: PanDirection, beganAtEdge: Bool, fits: Bool) {
    self.direction = direction
    self.beganAtEdge = beganAtEdge
    self.fits = fits
  }
}

/// A pan that a picture offers to its delegate at an edge, with all that is needed to continue it.
///
/// A delegate that takes it follows the fingers from `distance` on and tells the picture that the
/// pan has ended. A delegate that doesn't take it does nothing: the picture stays at its edge.
public struct OfferedPan: Hashable, Sendable {
  /// The direction of the pan: fingers that move right pan left.
  public var direction: PanDirection
  /// The distance covered along that axis, in device pixels; positive is right or down.
  public var distance: Double
  /// The velocity along that axis, in device pixels per second of the caller's clock.
  public var velocity: Double
  /// True if the whole picture is visible on that axis; the fingers may then turn to its other
  /// side.
  public var fits: Bool

  /// Creates an offered pan.
  public init(direction: PanDirection, distance: Double, velocity: Double, fits: Bool) {
    self.direction = direction
    self.distance = distance
    self.velocity = velocity
    self.fits = fits
  }
}
