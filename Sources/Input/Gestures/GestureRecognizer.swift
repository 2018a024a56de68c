import Geometry
import Glibc

/// Turns the window's events into gestures.
///
/// It is pure: the events carry the server's time, by which velocities are measured, and the caller
/// passes its own clock, by which silence is. Where `deadline` is set, `tick` is to be called then.
package struct GestureRecognizer: Sendable {
  /// How many device pixels of hand movement stand for 1/96 inch, as the display's scale says.
  package var interfaceScale: Double
  /// What the user has set.
  package var preferences: GesturePreferences

  /// Pixels that one detent of a touchpad pans, at scale 1: what browsers use, so what hands
  /// expect.
  package static let touchpadDetent = 53.0
  /// Pixels that one sideways detent of a wheel pans, at scale 1.
  package static let wheelDetent = 60.0
  /// Movement up to here, in pixels at scale 1, is a hand that clicks.
  package static let dragSlop = 3.0
  /// How far apart two clicks of a double-click may lie, in pixels at scale 1.
  package static let doubleClickSlop = 8.0
  /// How long after the first press the second one comes, in seconds.
  package static let doubleClickTime = 0.4
  /// Fingers that say nothing for so long have stopped to scroll, in seconds.
  package static let scrollSilence = 0.04
  /// Movement of a finger on a screen up to here, in pixels at scale 1, is one that taps.
  package static let touchSlop = 8.0
  /// How far apart the two taps of a double-tap may lie, in pixels at scale 1: fingers are thick.
  package static let doubleTapSlop = 40.0
  /// A finger that stays longer than this, in seconds, does not tap.
  package static let tapTime = 0.3
  /// Fingers nearer to each other than this, in pixels at scale 1, pinch as if they were so far
  /// apart.
  package static let leastPinch = 32.0
  /// Pixels at scale 1 that a finger is dragged after a double-tap to double the scale.
  ///
  /// A thumb's way, some three centimetres, is then about a factor of two.
  package static let doublingDistance = 120.0

  /// The caller's time at which `tick` has something to say; `nil` while nothing is awaited.
  package var deadline: Double? {
    guard let scrollDeadline, let pressDeadline = touches.deadline else {
      return scrollDeadline ?? touches.deadline
    }
    return min(scrollDeadline, pressDeadline)
  }

  /// When scrolling fingers have fallen silent.
  var scrollDeadline: Double?
  var drag: Drag?
  private var lastClick: Click?
  var scroll: VelocityMeter?
  var lastScroll = 0.0
  var touchpadReportsEnd = false
  /// The pinch on a touchpad that is under way.
  var pinch: PadPinch?
  var swipeMeter = VelocityMeter()
  private var touches = TouchRecognizer()

  /// A recognizer with nothing under way.
  package init(interfaceScale: Double = 1, preferences: GesturePreferences = GesturePreferences()) {
    self.interfaceScale = interfaceScale
    self.preferences = preferences
  }

  /// The gestures that an event completes or continues.
  ///
  /// `now` is the caller's clock at the moment of reading; only silence is measured by it.
  package mutating func gestures(for event: WindowEvent, now: Double) -> [Gesture] {
    switch event {
    case .button(let event): return event.isPressed ? press(event) : release(event)
    case .motion(let position, let time): return motion(to: position, time: time)
    case .scroll(let event): return scrolled(event, now: now)
    case .pinch(let event): return endScroll(velocity: .zero) + pinch(event)
    case .swipe(let event): return endScroll(velocity: .zero) + swipe(event)
    case .touch(let event): return touched(event, now: now)
    case .key: return [.stop]
    case .interfaceScaleChanged(let scale):
      interfaceScale = scale
      return []
    case .visibility(isVisible: false), .closeRequested, .connectionLost: return cancel()
    default: return []
    }
  }

  /// What the passing of time alone means: scrolling fingers that have fallen silent, or one that
  /// rests on a screen.
  package mutating func tick(now: Double) -> [Gesture] {
    let pressed = touches.tick(now: now)
    guard let scrollDeadline, now >= scrollDeadline else { return pressed }
    // A touchpad that tells of lifted fingers has told of none: they rest on it.
    let velocity = touchpadReportsEnd ? .zero : scroll?.velocity(at: lastScroll) ?? .zero
    return pressed + endScroll(velocity: velocity)
  }

  /// Lets go of everything that is held, at rest.
  package mutating func cancel() -> [Gesture] { cancelPointer() + touches.cancel() }

  /// Lets go of what the pointer and the touchpad hold.
  private mutating func cancelPointer() -> [Gesture] {
    let held = drag
    drag = nil
    lastClick = nil
    var gestures = endScroll(velocity: .zero)
    if let held, held.isMoving || !held.isDoubleClick {
      gestures.append(.panEnded(velocity: .zero))
    }
    return gestures + endPinch()
  }

  // MARK: Buttons

  private mutating func press(_ event: ButtonEvent) -> [Gesture] {
    guard event.button <= 2 else { return [.click(button: event.button, at: event.position)] }
    // One button, or one hand, at a time holds the picture.
    guard drag == nil, !touches.isActive else { return [] }
    var gestures = endScroll(velocity: .zero)
    var begun = Drag(button: event.button, start: event.position, last: event.position)
    begun.meter.begin(at: event.time)
    if event.button == 1, let first = lastClick,
      event.time - first.time <= Self.doubleClickTime,
      (event.position - first.position).length <= Self.doubleClickSlop * interfaceScale
    {
      begun.isDoubleClick = true
      gestures.append(.doubleClick(at: event.position))
    } else {
      gestures.append(.panBegan)
    }
    lastClick =
      event.button == 1 && !begun.isDoubleClick
      ? Click(position: event.position, time: event.time) : nil
    drag = begun
    return gestures
  }

  private mutating func motion(to position: Point, time: Double) -> [Gesture] {
    guard var held = drag else { return [] }
    defer { drag = held }
    held.meter.move(by: position - held.last, at: time)
    let step = position - held.last
    held.last = position
    if held.isMoving { return step == .zero ? [] : [.panMoved(by: step)] }
    let slop = held.isDoubleClick ? Self.doubleClickSlop : Self.dragSlop
    let moved = position - held.start
    guard moved.length > slop * interfaceScale else { return [] }
    held.isMoving = true
    lastClick = nil
    // The slop is given back: the picture lies under the pointer as if there had been none.
    let began: [Gesture] = held.isDoubleClick ? [.panBegan] : []
    return began + [.panMoved(by: moved)]
  }

  private mutating func release(_ event: ButtonEvent) -> [Gesture] {
    guard let held = drag, held.button == event.button else { return [] }
    var gestures: [Gesture] = []
    if held.last != event.position { gestures = motion(to: event.position, time: event.time) }
    guard let ended = drag else { return gestures }
    drag = nil
    if ended.isMoving {
      gestures.append(.panEnded(velocity: ended.meter.velocity(at: event.time)))
    } else if !ended.isDoubleClick {
      gestures.append(.panEnded(velocity: .zero))
      gestures.append(.click(button: event.button, at: event.position))
    }
    return gestures
  }

  // MARK: Touch screens

  private mutating func touched(_ event: TouchEvent, now: Double) -> [Gesture] {
    // A finger on the screen takes the picture out of every other hand.
    var gestures: [Gesture] = []
    if event.phase == .began, !touches.isActive { gestures = cancelPointer() }
    touches.interfaceScale = interfaceScale
    touches.longPress = preferences.longPress
    gestures += touches.gestures(for: event, now: now)
    return gestures
  }
}

extension GestureRecognizer {
  /// Two or more fingers that pinch on a touchpad.
  mutating func pinch(_ event: PinchEvent) -> [Gesture] {
    var event = event
    event.scale = pow(event.scale, preferences.touchpadZoomSensitivity)
    var gestures: [Gesture] = []
    var current: PadPinch
    var phase = event.phase
    if let pinch, phase != .began {
      current = pinch
    } else {
      // One whose beginning was never told, elsewhere or long ago, begins here.
      gestures = endPinch()
      current = PadPinch(start: event.position)
      if phase == .ended || phase == .cancelled { return gestures }
      if phase == .changed { current.scale = event.scale }
      phase = .began
    }
    current.scale = event.scale
    pinch = phase == .ended || phase == .cancelled ? nil : current
    gestures.append(
      .pinch(phase: phase, scale: event.scale, at: current.start, movedBy: event.delta))
    return gestures
  }

  /// Ends a pinch whose end is not told.
  mutating func endPinch() -> [Gesture] {
    guard let lost = pinch else { return [] }
    pinch = nil
    return [.pinch(phase: .cancelled, scale: lost.scale, at: lost.start, movedBy: .zero)]
  }

  /// Three or more fingers that swipe on a touchpad.
  mutating func swipe(_ event: SwipeEvent) -> [Gesture] {
    if event.phase == .began { swipeMeter.begin(at: event.time) }
    if event.delta != .zero { swipeMeter.move(by: event.delta, at: event.time) }
    let velocity = event.phase == .ended ? swipeMeter.velocity(at: event.time) : .zero
    return [.swipe(phase: event.phase, movedBy: event.delta, velocity: velocity)]
  }
}
