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
