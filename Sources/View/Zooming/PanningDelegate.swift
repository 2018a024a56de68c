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

/// Decides where a picture pans, and where a pan is somebody else's.
///
/// It is asked when a pan that is dominated by one direction would leave the picture on that side.
/// On a *no* the picture stops at its edge, without any elastic; and where the pan began at that
/// edge it is offered to the delegate, so that an album can slide the next picture in. It is asked
/// on the view's thread.
public protocol PanningDelegate {
  /// Whether the picture itself shall follow the fingers past its edge.
  ///
  /// It is asked at most once for a side in each pan. The answer must depend on nothing but what
  /// the delegate knows and the question: the same input has to give the same view.
  func allowsPan(_ question: PanQuestion) -> Bool
}

/// What a panning delegate is asked.
public struct PanQuestion: Hashable, Sendable {
  /// Where the pan leads: fingers that move to the right pan to the left.
  public var direction: PanDirection
  /// Whether the pan began at that edge; only then a *no* hands it over.
  public var beganAtEdge: Bool
  /// Whether the whole picture is seen on that axis: then it would not move in any case.
  public var fits: Bool

  /// A question.
  public init(direction: PanDirection, beganAtEdge: Bool, fits: Bool) {
    self.direction = direction
    self.beganAtEdge = beganAtEdge
    self.fits = fits
  }
}

/// A pan that a picture gives away at its edge, with all that whoever takes it needs to go on.
///
/// Who takes it follows the fingers from `distance` on, and tells the picture that the pan has
/// ended. Who doesn't, changes nothing: the picture stays at its edge.
public struct OfferedPan: Hashable, Sendable {
  /// Where the pan leads: fingers that move to the right pan to the left.
  public var direction: PanDirection
  /// How far the fingers have gone along that axis, in device pixels; rightwards and downwards is
  /// positive.
  public var distance: Double
  /// How fast they are along that axis, in device pixels per second of the caller's clock.
  public var velocity: Double
  /// Whether the whole picture is seen on that axis: the fingers may turn to its other side, too.
  public var fits: Bool

  /// A pan that is given away.
  public init(direction: PanDirection, distance: Double, velocity: Double, fits: Bool) {
    self.direction = direction
    self.distance = distance
    self.velocity = velocity
    self.fits = fits
  }
}
