/// Why a view has ended; it is told once.
public enum ViewEnding: Hashable, Sendable {
  /// The program closed it, or its user closed its window.
  case closed
  /// Somebody else destroyed its window, as a host does that goes away.
  case windowDestroyed
  /// The X server is gone.
  case displayLost
  /// Nothing can be drawn any more, for the reason in the sentence.
  case failed(String)
}
