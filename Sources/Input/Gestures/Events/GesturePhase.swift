/// The phase of a gesture that lasts.
public enum GesturePhase: Hashable, Sendable {
  /// The fingers were put down.
  case began
  /// They moved.
  case changed
  /// They were lifted.
  case ended
  /// The gesture turned out to be none, or to be somebody else's: what it has moved comes to rest.
  case cancelled
}
