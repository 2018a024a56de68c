/// Decides where a picture pans, and where a pan is somebody else's.
///
/// It is asked when a pan that is dominated by one direction would leave the picture on that side.
/// On a *no* the picture stops at its edge, without any elastic; and where the pan began at that
/// edge it is handed over, so that an album can slide the next picture in.
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
