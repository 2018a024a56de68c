import Geometry
import Glibc
import Windowing

/// Turns the window's events into gestures.
///
/// It is pure: the events carry the server's time, by which velocities are measured, and the caller
/// passes its own clock, by which silence is. Where `deadline` is set, `tick` is to be called then.
public struct GestureRecognizer: Sendable {
  /// How many device pixels of hand movement stand for 1/96 inch, as the display's scale says.
  public var interfaceScale: Double

  /// Pixels that one detent of a touchpad pans, at scale 1: what browsers use, so what hands expect.
  public static let touchpadDetent = 53.0
  /// Pixels that one sideways detent of a wheel pans, at scale 1.
  public static let wheelDetent = 60.0
  /// Movement up to here, in pixels at scale 1, is a hand that clicks.
  public static let dragSlop = 3.0
  /// How far apart two clicks of a double-click may lie, in pixels at scale 1.
  public static let doubleClickSlop = 8.0
  /// How long after the first press the second one comes, in seconds.
  public static let doubleClickTime = 0.4
  /// Fingers that say nothing for so long have stopped to scroll, in seconds.
  public static let scrollSilence = 0.04

  /// The caller's time at which `tick` has something to say; `nil` while nothing is awaited.
  public private(set) var deadline: Double?

  private var drag: Drag?
  private var lastClick: Click?
  private var scroll: VelocityMeter?
  private var lastScroll = 0.0
  private var touchpadReportsEnd = false
  private var pinchScale: Double?
  private var pinchMeter = VelocityMeter()
  private var swipeMeter = VelocityMeter()

  /// A recognizer with nothing under way.
  public init(interfaceScale: Double = 1) { self.interfaceScale = interfaceScale }

  /// The gestures that an event completes or continues.
  ///
  /// `now` is the caller's clock at the moment of reading; only silence is measured by it.
  public mutating func gestures(for event: WindowEvent, now: Double) -> [Gesture] {
    switch event {
    case .button(let event): return event.isPressed ? press(event) : release(event)
    case .motion(let position, let time): return motion(to: position, time: time)
    case .scroll(let event): return scrolled(event, now: now)
    case .pinch(let event): return endScroll(velocity: .zero) + pinch(event)
    case .swipe(let event): return endScroll(velocity: .zero) + swipe(event)
    case .interfaceScaleChanged(let scale):
      interfaceScale = scale
      return []
    case .visibility(isVisible: false), .closeRequested, .connectionLost: return cancel()
    default: return []
    }
  }

  /// What the passing of time alone means: scrolling fingers that have fallen silent.
  public mutating func tick(now: Double) -> [Gesture] {
    guard let deadline, now >= deadline else { return [] }
    // A touchpad that tells of lifted fingers has told of none: they rest on it.
    let velocity = touchpadReportsEnd ? .zero : scroll?.velocity(at: lastScroll) ?? .zero
    return endScroll(velocity: velocity)
  }

  /// Lets go of everything that is held, at rest.
  public mutating func cancel() -> [Gesture] {
    let held = drag
    drag = nil
    lastClick = nil
    var gestures = endScroll(velocity: .zero)
    if let held, held.isMoving || !held.isDoubleClick {
      gestures.append(.panEnded(velocity: .zero))
    }
    return gestures
  }

  // MARK: Buttons

  private mutating func press(_ event: ButtonEvent) -> [Gesture] {
    guard event.button <= 2 else { return [.click(button: event.button, at: event.position)] }
    // One button at a time holds the picture.
    guard drag == nil else { return [] }
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
      gestures.append(.panBegan(at: event.position))
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
    if held.isMoving { return step == .zero ? [] : [.panMoved(by: step, at: position)] }
    let slop = held.isDoubleClick ? Self.doubleClickSlop : Self.dragSlop
    let moved = position - held.start
    guard moved.length > slop * interfaceScale else { return [] }
    held.isMoving = true
    lastClick = nil
    // The slop is given back: the picture lies under the pointer as if there had been none.
    let began: [Gesture] = held.isDoubleClick ? [.panBegan(at: held.start)] : []
    return began + [.panMoved(by: moved, at: position)]
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

  // MARK: Scrolling

  private mutating func scrolled(_ event: ScrollEvent, now: Double) -> [Gesture] {
    switch event.source {
    case .wheel: return endScroll(velocity: .zero) + wheel(event)
    case .touchpad: return touchpad(event, now: now)
    }
  }

  private mutating func wheel(_ event: ScrollEvent) -> [Gesture] {
    var gestures: [Gesture] = []
    var sideways = event.detents.x
    if event.modifiers.contains(.shift) {
      sideways += event.detents.y
    } else if event.detents.y != 0 {
      gestures.append(
        .zoom(
          detents: -event.detents.y, at: event.position, isContinuous: event.isContinuous))
    }
    if sideways != 0 {
      let step = Point(x: -sideways * Self.wheelDetent * interfaceScale, y: 0)
      let moved = Gesture.panMoved(by: step, at: event.position)
      // A held picture moves on; else each detent is a whole pan, put down at rest.
      gestures +=
        isDragging ? [moved] : [.panBegan(at: event.position), moved, .panEnded(velocity: .zero)]
    }
    return gestures
  }

  private mutating func touchpad(_ event: ScrollEvent, now: Double) -> [Gesture] {
    if event.isEnd {
      touchpadReportsEnd = true
      return endScroll(velocity: scroll?.velocity(at: event.time) ?? .zero)
    }
    if event.modifiers.contains(.control) {
      var gestures = endScroll(velocity: .zero)
      if event.detents.y != 0 {
        gestures.append(
          .zoom(detents: -event.detents.y, at: event.position, isContinuous: true))
      }
      return gestures
    }
    let step = event.detents * (-Self.touchpadDetent * interfaceScale)
    if isDragging { return [.panMoved(by: step, at: event.position)] }
    var gestures: [Gesture] = []
    var meter = scroll ?? VelocityMeter()
    if scroll == nil {
      // How long the first step took is not known, so it says nothing of the speed.
      meter.begin(at: event.time)
      gestures.append(.panBegan(at: event.position))
    } else {
      meter.move(by: step, at: event.time)
    }
    scroll = meter
    lastScroll = event.time
    deadline = now + Self.scrollSilence
    gestures.append(.panMoved(by: step, at: event.position))
    return gestures
  }

  private var isDragging: Bool { drag.map { $0.isMoving || !$0.isDoubleClick } ?? false }

  private mutating func endScroll(velocity: Point) -> [Gesture] {
    guard scroll != nil else { return [] }
    scroll = nil
    deadline = nil
    return [.panEnded(velocity: velocity)]
  }

  // MARK: Touchpad gestures

  private mutating func pinch(_ event: PinchEvent) -> [Gesture] {
    if event.phase == .began { pinchMeter.begin(at: event.time) }
    let before = event.phase == .began ? 1 : pinchScale ?? 1
    if event.scale > 0 {
      // What the fingers do to the zoom is a factor, so its speed is one of the logarithm.
      let step = Point(x: log(event.scale / before), y: 0)
      if step != .zero { pinchMeter.move(by: step, at: event.time) }
    }
    pinchScale = event.scale
    let velocity = event.phase == .ended ? pinchMeter.velocity(at: event.time).x : 0
    return [
      .pinch(
        phase: event.phase, scale: event.scale, at: event.position, movedBy: event.delta,
        velocity: velocity)
    ]
  }

  private mutating func swipe(_ event: SwipeEvent) -> [Gesture] {
    if event.phase == .began { swipeMeter.begin(at: event.time) }
    if event.delta != .zero { swipeMeter.move(by: event.delta, at: event.time) }
    let velocity = event.phase == .ended ? swipeMeter.velocity(at: event.time) : .zero
    return [
      .swipe(
        phase: event.phase, fingers: event.fingers, movedBy: event.delta, velocity: velocity)
    ]
  }
}
