/// The reason why a view has ended; reported once.
public enum ViewEnding: Hashable, Sendable {
  /// The program closed the view, or the user closed its window.
  case closed
  /// Another program destroyed the view's window, as a host does when it exits.
  case windowDestroyed
  /// The connection to the X server is lost.
  case displayLost
  /// Nothing can be drawn any more, for the reason in the sentence.
  case failed(String)
}
