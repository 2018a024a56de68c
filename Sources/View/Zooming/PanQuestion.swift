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
