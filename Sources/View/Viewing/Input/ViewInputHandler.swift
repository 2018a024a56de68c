import Gestures

/// One link of a view's input chain: the first that takes something has it alone.
///
/// It is called on the view's thread. Times are in seconds of the host's clock.
public protocol ViewInputHandler: AnyObject {
  /// Handles a window event; returns true if it consumed the event.
  func take(_ event: WindowEvent, at now: Double) -> Bool
  /// Takes what the user means by events that nobody took; whether it did.
  func take(_ gesture: Gesture, at now: Double) -> Bool
}

extension ViewInputHandler {
  /// Takes nothing; `now` is in seconds of the host's clock.
  public func take(_ event: WindowEvent, at now: Double) -> Bool { false }

  /// Takes nothing; `now` is in seconds of the host's clock.
  public func take(_ gesture: Gesture, at now: Double) -> Bool { false }
}
