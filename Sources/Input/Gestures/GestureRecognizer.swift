import Geometry
import Glibc

/// Turns window events into gestures.
///
/// It is pure: velocities use the server time in the events, and timeouts use the clock that the
/// caller passes in. If `deadline` is set, call `tick` at that time.
package struct GestureRecognizer: Sendable {
  /// Device pixels per 1/96 inch, which scale all thresholds of hand movement.
  package var interfaceScale: Double
  /// The user's preferences.
  package var preferences: GesturePreferences

  /// The pan distance of one touchpad detent, in pixels at scale 1; the value that browsers use.
  package static let touchpadDetent = 53.0
  /// The pan distance of one horizontal wheel detent, in pixels at scale 1.
  package static let wheelDetent = 60.0
  /// The maximum movement of a click, in pixels at scale 1.
  package static let dragSlop = 3.0
  /// The maximum distance between the two clicks of a double-click, in pixels at scale 1.
  package static let doubleClickSlop = 8.0
  /// The maximum time between the two presses of a double-click, in seconds.
  package static let doubleClickTime = 0.4
  /// The time without scroll events after which scrolling has ended, in seconds.
  package static let scrollSilence = 0.04
  /// The maximum movement of a tap, in pixels at scale 1.
  package static let touchSlop = 8.0
  /// The maximum distance between the two taps of a double-tap, in pixels at scale 1; large, since
  /// fingers are.
  package static let doubleTapSlop = 40.0
  /// The maximum duration of a tap, in seconds.
  package static let tapTime = 0.3
  /// The minimum finger distance of a pinch, in pixels at scale 1; smaller distances are clamped.
  package static let leastPinch = 32.0
  /// The drag distance after a double-tap that doubles the scale, in pixels at scale 1.
  ///
  /// A thumb's travel, about three centimetres, then doubles the scale.
  package static let doublingDistance = 120.0

  /// When to call `tick`, by the caller's clock; `nil` if there is no deadline.
  package var deadline: Double? {
    guard let scrollDeadline = scroll.deadline, let pressDeadline = touches.deadline else {
      return scroll.deadline ?? touches.deadline
    }
    return min(scrollDeadline, pressDeadline)
  }

  private(set) var drag: Drag?
  private var lastClick: Click?
  var scroll = TouchpadScroll()
  /// The touchpad pinch in progress.
  private var pinch: PadPinch?
  private var swipeMeter = VelocityMeter()
  private var touches = TouchRecognizer()

  /// Creates an idle recognizer.
  package init(interfaceScale: Double = 1, preferences: GesturePreferences = GesturePreferences()) {
    self.interfaceScale = interfaceScale
    self.preferences = preferences
  }

  /// Returns the gestures that an event completes or continues.
  ///
  /// `now` is the caller's clock, which is used for timeouts only.
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

  /// Returns the gestures of expired timeouts: the end of scrolling, or a long press.
  package mutating func tick(now: Double) -> [Gesture] {
    let pressed = touches.tick(now: now)
    guard let deadline = scroll.deadline, now >= deadline else { return pressed }
    return pressed + endScroll(velocity: scroll.velocityAfterSilence)
  }

  /// Releases everything that is held, at rest.
  package mutating func cancel() -> [Gesture] { cancelPointer() + touches.cancel() }

  /// Releases what the pointer and the touchpad hold.
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
    // Only one button or one hand holds the picture at a time.
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
    // Include the slop, so that the picture lies under the pointer as if there were none.
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
    // A finger on the screen takes over from every other device.
    var gestures: [Gesture] = []
    if event.phase == .began, !touches.isActive { gestures = cancelPointer() }
    touches.interfaceScale = interfaceScale
    touches.longPress = preferences.longPress
    gestures += touches.gestures(for: event, now: now)
    return gestures
  }
}

extension GestureRecognizer {
  /// Handles a pinch of two or more fingers on a touchpad.
  mutating func pinch(_ event: PinchEvent) -> [Gesture] {
    var event = event
    event.scale = pow(event.scale, preferences.touchpadZoomSensitivity)
    var gestures: [Gesture] = []
    var current: PadPinch
    var phase = event.phase
    if let pinch, phase != .began {
      current = pinch
    } else {
      // The begin event was never received, for example because it went to another window: begin
      // here.
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

  /// Cancels a pinch whose end event is missing.
  mutating func endPinch() -> [Gesture] {
    guard let lost = pinch else { return [] }
    pinch = nil
    return [.pinch(phase: .cancelled, scale: lost.scale, at: lost.start, movedBy: .zero)]
  }

  /// Handles a swipe of three or more fingers on a touchpad.
  mutating func swipe(_ event: SwipeEvent) -> [Gesture] {
    if event.phase == .began { swipeMeter.begin(at: event.time) }
    if event.delta != .zero { swipeMeter.move(by: event.delta, at: event.time) }
    let velocity = event.phase == .ended ? swipeMeter.velocity(at: event.time) : .zero
    return [.swipe(phase: event.phase, movedBy: event.delta, velocity: velocity)]
  }
}
