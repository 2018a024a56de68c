/// The phase of a continuous gesture.
public enum GesturePhase: Hashable, Sendable {
  /// The fingers are put down.
  case began
  /// The fingers move.
  case changed
  /// The fingers are lifted.
  case ended
  /// The gesture is not recognised after all, or another client takes it; what it moved comes to
  /// rest.
  case cancelled
}
