/// A request to a panning delegate, which allows or refuses the pan.
public struct PanRequest: Hashable, Sendable {
  /// The direction of the pan: fingers that move right pan left.
  public var direction: PanDirection
  /// True if the pan began at that edge; only then does a refusal offer the pan to the delegate.
  public var beganAtEdge: Bool
  /// True if the whole picture is visible on that axis, so that it can't move in any case.
  public var fits: Bool

  /// Creates a request.
  public init(direction: PanDirection, beganAtEdge: Bool, fits: Bool) {
    self.direction = direction
    self.beganAtEdge = beganAtEdge
    self.fits = fits
  }
}
