/// Where a picture may rest once nobody holds it.
public enum EdgePolicy: Hashable, Sendable {
  /// Inside: one that is smaller than the view in its middle, a larger one without a gap at an
  /// edge.
  case inside
  /// Every point of it can be brought to the view's middle: an edge comes as far as that.
  case centered
  /// Wherever it is let go, as long as a corner of it is still there to be caught.
  case free
}
