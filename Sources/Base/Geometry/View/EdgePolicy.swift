/// Where a released picture may rest.
public enum EdgePolicy: Hashable, Sendable {
  /// A picture smaller than the view is centred; a larger one leaves no gap at an edge.
  case inside
  /// Every point of the picture can be brought to the view's centre.
  case centered
  /// Anywhere, as long as a corner remains visible to grab.
  case free
}
