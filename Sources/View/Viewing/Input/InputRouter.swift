import Geometry
import Gestures

/// Offers input to a chain of handlers until one consumes it, and turns unconsumed events into
/// gestures.
///
/// It is a class so that a handler can change the chain while it is being called. Times are seconds
/// of the view's clock.
final class InputRouter {
  /// The chain, in the order in which handlers are called.
  var handlers: [any ViewInputHandler] = []
  private var recognizer: GestureRecognizer

  /// Creates a router without handlers.
  init(interfaceScale: Double, preferences: GesturePreferences) {
    recognizer = GestureRecognizer(interfaceScale: interfaceScale, preferences: preferences)
  }

  /// The scale of text and bars: 1 is 96 dots per inch.
  var interfaceScale: Double { recognizer.interfaceScale }

  /// Applies the user's preferences for input devices.
  func set(_ preferences: GesturePreferences) { recognizer.preferences = preferences }

  /// Offers a window event to the handlers; returns true if one consumed it.
  func offer(_ event: WindowEvent, at now: Double) -> Bool {
    if case .interfaceScaleChanged(let scale) = event { recognizer.interfaceScale = scale }
    return handlers.contains { $0.take(event, at: now) }
  }

  /// Offers a gesture to the handlers; returns true if one consumed it.
  func offer(_ gesture: Gesture, at now: Double) -> Bool {
    handlers.contains { $0.take(gesture, at: now) }
  }

  /// Returns the gestures that an unconsumed event starts, continues or ends.
  func gestures(for event: WindowEvent, at now: Double) -> [Gesture] {
    recognizer.gestures(for: event, now: now)
  }

  /// Returns the gestures that result from the passing of time.
  func tick(at now: Double) -> [Gesture] { recognizer.tick(now: now) }

  /// When to call `tick(at:)`; `nil` if no gesture is timed.
  var deadline: Double? { recognizer.deadline }
}

extension Gesture {
  /// The kind and position of a tap or click; `nil` for any other gesture.
  var tap: (kind: TapKind, place: Point)? {
    switch self {
    case .click(button: 1, let place): (.single, place)
    case .click(button: 2, let place): (.middle, place)
    case .click(button: 3, let place): (.secondary, place)
    case .longPress(let place): (.long, place)
    case .doubleClick(let place): (.double, place)
    case .twoFingerTap(let place): (.twoFinger, place)
    default: nil
    }
  }
}

extension TapActions {
  /// Returns the action for a tap that the delegate did not handle.
  func action(for kind: TapKind) -> Action {
    switch kind {
    case .single: single
    case .double: double
    case .twoFinger: twoFinger
    case .secondary, .middle, .long: .none
    }
  }
}
