import Gestures

/// A handler in a view's input chain: the first one that consumes an input ends the chain.
///
/// It is called on the view's thread. Times are in seconds of the host's clock.
public protocol ViewInputHandler: AnyObject {
  /// Handles a window event; returns true if it consumed the event.
  func take(_ event: WindowEvent, at now: Double) -> Bool
  /// Handles a gesture, made from events that no handler consumed; returns true if it consumed the
  /// gesture. `now` is in seconds of the host's clock.
  func take(_ gesture: Gesture, at now: Double) -> Bool
}

extension ViewInputHandler {
  /// Consumes no event; `now` is in seconds of the host's clock.
  public func take(_ event: WindowEvent, at now: Double) -> Bool { false }

  /// Consumes no gesture; `now` is in seconds of the host's clock.
  public func take(_ gesture: Gesture, at now: Double) -> Bool { false }
}
