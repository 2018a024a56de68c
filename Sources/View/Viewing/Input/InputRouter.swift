import Geometry
import Gestures

/// Offers input to a chain of handlers, of which the first that takes something has it alone, and
/// turns what none takes into gestures.
///
/// An object, so that a handler may change the chain while it is asked. Times are seconds of the
/// view's clock.
final class InputRouter {
  /// The chain: the first is asked first.
  var handlers: [any ViewInputHandler] = []
  private var recognizer: GestureRecognizer

  /// A router without handlers.
  init(interfaceScale: Double, preferences: GesturePreferences) {
    recognizer = GestureRecognizer(interfaceScale: interfaceScale, preferences: preferences)
  }

  /// How large text and bars are drawn: 1 is 96 dots an inch.
  var interfaceScale: Double { recognizer.interfaceScale }

  /// Takes what the user has set about devices.
  func set(_ preferences: GesturePreferences) { recognizer.preferences = preferences }

  /// Offers an event of the window to the handlers; true where one takes it.
  func offer(_ event: WindowEvent, at now: Double) -> Bool {
    if case .interfaceScaleChanged(let scale) = event { recognizer.interfaceScale = scale }
    return handlers.contains { $0.take(event, at: now) }
  }

  /// Offers a gesture to the handlers; true where one takes it.
  func offer(_ gesture: Gesture, at now: Double) -> Bool {
    handlers.contains { $0.take(gesture, at: now) }
  }

  /// The gestures that an event which no handler took begins, continues or ends.
  func gestures(for event: WindowEvent, at now: Double) -> [Gesture] {
    recognizer.gestures(for: event, now: now)
  }

  /// The gestures that come of time alone.
  func tick(at now: Double) -> [Gesture] { recognizer.tick(now: now) }

  /// When to call `tick(at:)`; `nil` where nothing comes of time.
  var deadline: Double? { recognizer.deadline }
}

extension Gesture {
  /// Which tap or click it is, and where; `nil` for any other gesture.
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
  /// What a tap does where the delegate leaves it to the view.
  func action(for kind: TapKind) -> Action {
    switch kind {
    case .single: single
    case .double: double
    case .twoFinger: twoFinger
    case .secondary, .middle, .long: .none
    }
  }
}
