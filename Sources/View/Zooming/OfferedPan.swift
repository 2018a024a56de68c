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
