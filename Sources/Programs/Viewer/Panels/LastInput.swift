import Geometry
import Gestures

/// The kind of device that was used last, on which the height of rows and underlines depend.
struct LastInput: Hashable, Sendable {
  /// A kind of device.
  enum Device: Hashable, Sendable {
    case keyboard, pointer, touch
  }

  /// The kind of device that was used last.
  private(set) var device = Device.pointer
  private var pointer: Point?

  mutating func note(_ event: WindowEvent) {
    switch event {
    case .key: device = .keyboard
    case .motion(let position, _):
      // The server also reports a pointer that rests.
      guard position != pointer else { return }
      pointer = position
      device = .pointer
    case .button(let button):
      pointer = button.position
      device = .pointer
    case .scroll: device = .pointer
    case .touch: device = .touch
    default: break
    }
  }
}
