import CX11
import Geometry
import Gestures

/// Translates a window's pointer, touch and keyboard events.
struct WindowInput {
  /// The core events that every window selects.
  static let events =
    StructureNotifyMask | ExposureMask | VisibilityChangeMask | PropertyChangeMask | KeyPressMask
    | KeyReleaseMask | FocusChangeMask
  static let pointerEvents =
    ButtonPressMask | ButtonReleaseMask | PointerMotionMask | LeaveWindowMask

  /// XInput 2, set up after the window has been mapped; `nil` if unavailable.
  private var extended: XInput?
  private var clock = ServerClock()
  private var keyboard = Keyboard()

  /// True if XInput 2 has been set up.
  var usesXInput: Bool { extended != nil }

  /// The server's time of the last input, in milliseconds; `nil` before the first.
  var time: UInt32? { clock.last }

  /// Sets up XInput 2, which takes ten round trips to the server.
  ///
  /// Without it, pointer input comes from core events.
  mutating func setUpXInput(
    _ display: DisplayConnection, window: CX11.Window, newestMinor: Int32
  ) {
    extended = XInput(display, window: window, newestMinor: newestMinor)
    if usesXInput { display.deselect(Self.pointerEvents, of: window) }
    display.flush()
  }

  /// Cancels all touches: the window is unmapped and gets no further events for them.
  mutating func cancelTouches() -> [WindowEvent] { extended?.cancelTouches() ?? [] }

  /// Returns the input events of an X event; empty if it isn't input.
  mutating func events(of event: inout XEvent) -> [WindowEvent] {
    switch event.type {
    case GenericEvent: return extendedEvents(of: &event)
    case CX11.KeyPress, KeyRelease: return keyEvents(of: &event.xkey)
    case CX11.ButtonPress, ButtonRelease:
      let button = event.xbutton
      return WindowEvent.button(
        Int(button.button), isPressed: event.type == CX11.ButtonPress,
        position: Point(x: Double(button.x), y: Double(button.y)),
        modifiers: Modifiers(state: button.state), time: clock.seconds(button.time))
    case MotionNotify:
      let motion = event.xmotion
      let position = Point(x: Double(motion.x), y: Double(motion.y))
      return [.motion(position: position, time: clock.seconds(motion.time))]
    // A grab takes the keyboard away, too, such as that of a window manager's shortcut.
    case FocusIn, FocusOut: return [.focusChanged(event.type == FocusIn)]
    case LeaveNotify: return event.xcrossing.mode == NotifyNormal ? [.pointerLeft] : []
    case MappingNotify:
      XRefreshKeyboardMapping(&event.xmapping)
      keyboard.layoutChanged()
      return []
    default: return []
    }
  }

  private mutating func extendedEvents(of event: inout XEvent) -> [WindowEvent] {
    let display = event.xcookie.display
    guard event.xcookie.extension == extended?.opcode,
      XGetEventData(display, &event.xcookie) != 0
    else { return [] }
    defer { XFreeEventData(display, &event.xcookie) }
    guard let data = event.xcookie.data else { return [] }
    return extended?.events(kind: event.xcookie.evtype, data: data, clock: &clock) ?? []
  }

  private mutating func keyEvents(of event: inout XKeyEvent) -> [WindowEvent] {
    let modifiers = Modifiers(state: event.state)
    guard let (key, original) = keyboard.keysyms(of: &event) else { return [] }
    let press = KeyPress(
      keysym: key.rawValue, originalKeysym: original?.rawValue, modifiers: modifiers,
      position: Point(x: Double(event.x), y: Double(event.y)), time: clock.seconds(event.time))
    return [event.type == CX11.KeyPress ? .key(press) : .keyReleased(press)]
  }
}
