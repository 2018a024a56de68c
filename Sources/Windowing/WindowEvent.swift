import Geometry

/// What the window system reports, in the order in which it happened.
///
/// Positions are device pixels of the window, from its top left corner. Times are seconds of the X
/// server's clock: only their differences mean something.
public enum WindowEvent: Hashable, Sendable {
  /// The window has another size.
  case resized(PixelSize)
  /// Some of the window's pixels are lost and must be drawn again.
  case exposed
  /// The window can be seen, or it is unmapped or fully covered.
  case visibility(isVisible: Bool)
  /// A key was pressed, or repeats.
  case key(KeyPress)
  /// A button was pressed or let go; the wheel's buttons 4–7 come as `scroll`.
  case button(ButtonEvent)
  /// The pointer moved.
  case motion(position: Point, time: Double)
  /// A wheel turned or fingers scrolled.
  case scroll(ScrollEvent)
  /// Two or more fingers pinch.
  case pinch(PinchEvent)
  /// Three or more fingers swipe.
  case swipe(SwipeEvent)
  /// The pointer left the window.
  case pointerLeft
  /// The window became, or ceased to be, a full-screen one.
  case fullScreenChanged(Bool)
  /// The display's scale factor for the interface changed (1 is 96 dots an inch).
  case interfaceScaleChanged(Double)
  /// The user asked the window manager to close the window.
  case closeRequested
  /// The X server is gone: nothing can be shown any more.
  case connectionLost
}

/// A key that was pressed.
public struct KeyPress: Hashable, Sendable {
  /// The X keysym, with Shift applied as the keyboard's layout says.
  ///
  /// Caps Lock is not applied, the number pad's keys come as the main block's, and letters of other
  /// scripts as the Latin ones on their keys.
  public var keysym: UInt32
  /// What was held down with it.
  public var modifiers: Modifiers
  /// Where the pointer is.
  public var position: Point
  /// When.
  public var time: Double

  /// A key press.
  public init(keysym: UInt32, modifiers: Modifiers, position: Point, time: Double) {
    self.keysym = keysym
    self.modifiers = modifiers
    self.position = position
    self.time = time
  }
}

/// Modifier keys that are held down.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt8
  /// A set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Shift.
  ///
  /// The corresponding C constant is `ShiftMask`.
  public static let shift = Modifiers(rawValue: 1)
  /// Control.
  ///
  /// The corresponding C constant is `ControlMask`.
  public static let control = Modifiers(rawValue: 2)
  /// Alt.
  ///
  /// The corresponding C constant is `Mod1Mask`.
  public static let alt = Modifiers(rawValue: 4)
  /// The key with the system's logo.
  ///
  /// The corresponding C constant is `Mod4Mask`.
  public static let logo = Modifiers(rawValue: 8)
}

/// A pointer button that went down or up.
public struct ButtonEvent: Hashable, Sendable {
  /// 1 is the left, 2 the middle, 3 the right one; 8 and 9 are back and forward.
  public var button: Int
  /// Down or up.
  public var isPressed: Bool
  /// Where the pointer is.
  public var position: Point
  /// What was held down with it.
  public var modifiers: Modifiers
  /// When.
  public var time: Double

  /// A button that went down or up.
  public init(button: Int, isPressed: Bool, position: Point, modifiers: Modifiers, time: Double) {
    self.button = button
    self.isPressed = isPressed
    self.position = position
    self.modifiers = modifiers
    self.time = time
  }
}

/// A turn of a wheel, or a movement of scrolling fingers.
public struct ScrollEvent: Hashable, Sendable {
  /// What kind of device scrolled.
  public enum Source: Hashable, Sendable {
    /// A wheel, of whole or fractional detents.
    case wheel
    /// Fingers on a touchpad.
    case touchpad
  }

  /// Detents: positive x scrolls right, positive y scrolls down (towards the user).
  public var detents: Point
  /// Which kind of device it was.
  public var source: Source
  /// Whether the device reports fractions of a detent: its movement needs no smoothing.
  public var isContinuous: Bool
  /// Whether the fingers have left the touchpad: a scroll valuator reported no movement.
  public var isEnd: Bool
  /// Where the pointer is.
  public var position: Point
  /// What was held down with it.
  public var modifiers: Modifiers
  /// When.
  public var time: Double

  /// A turn or a movement.
  public init(
    detents: Point, source: Source, isContinuous: Bool, isEnd: Bool = false, position: Point,
    modifiers: Modifiers, time: Double
  ) {
    self.detents = detents
    self.source = source
    self.isContinuous = isContinuous
    self.isEnd = isEnd
    self.position = position
    self.modifiers = modifiers
    self.time = time
  }
}

/// The phase of a gesture that lasts.
public enum GesturePhase: Hashable, Sendable {
  /// The fingers were put down.
  case began
  /// They moved.
  case changed
  /// They were lifted.
  case ended
  /// The gesture turned out to be none: everything goes back.
  case cancelled
}

/// Two or more fingers that pinch.
public struct PinchEvent: Hashable, Sendable {
  /// Where in the gesture this event stands.
  public var phase: GesturePhase
  /// The distance between the fingers relative to the start.
  public var scale: Double
  /// How far the point between them moved since the last event.
  public var delta: Point
  /// Where the pointer is.
  public var position: Point
  /// When.
  public var time: Double

  /// A step of a pinch.
  public init(phase: GesturePhase, scale: Double, delta: Point, position: Point, time: Double) {
    self.phase = phase
    self.scale = scale
    self.delta = delta
    self.position = position
    self.time = time
  }
}

/// Three or more fingers that swipe.
public struct SwipeEvent: Hashable, Sendable {
  /// Where in the gesture this event stands.
  public var phase: GesturePhase
  /// How many fingers.
  public var fingers: Int
  /// How far they moved since the last event.
  public var delta: Point
  /// When.
  public var time: Double

  /// A step of a swipe.
  public init(phase: GesturePhase, fingers: Int, delta: Point, time: Double) {
    self.phase = phase
    self.fingers = fingers
    self.delta = delta
    self.time = time
  }
}
