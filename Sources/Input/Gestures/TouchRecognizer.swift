import Geometry
import Glibc

/// Turns the fingers on a touch screen into gestures.
///
/// One finger pans; two pinch and pan at once. Two short taps are a double-click, and a two-finger
/// tap zooms out. A double-tap whose second finger stays down zooms when it is dragged. A resting
/// finger may be a long press. Third fingers are ignored, and so are those that remain after them.
struct TouchRecognizer: Sendable {
  /// The current interaction.
  private enum State: Sendable {
    case idle
    case pan(TouchPan)
    case pinch(TouchPinch)
    case zoom(TouchZoom)
  }

  /// Device pixels per 1/96 inch.
  var interfaceScale = 1.0
  /// How long a finger must rest for a long press, in seconds.
  var longPress: Double?
  /// When a resting finger becomes a long press, by the caller's clock.
  private(set) var deadline: Double?

  private var state = State.idle
  private var lastTap: Click?

  /// True while a finger holds the picture.
  var isActive: Bool { if case .idle = state { false } else { true } }

  /// Returns the gestures that a touch event completes or continues.
  mutating func gestures(for event: TouchEvent, now: Double) -> [Gesture] {
    defer { if !isResting { deadline = nil } }
    switch event.phase {
    case .began:
      let gestures = began(event)
      deadline = longPress.map { now + $0 }
      return gestures
    case .changed: return moved(event)
    case .ended: return moved(event) + ended(event)
    case .cancelled: return lost(event.id)
    }
  }

  /// Returns the gestures of an expired timeout: a long press.
  ///
  /// The picture is released. If the finger moves on it takes the picture again, and it is no
  /// longer a tap.
  mutating func tick(now: Double) -> [Gesture] {
    guard let deadline, now >= deadline, case .pan(let pan) = state else { return [] }
    self.deadline = nil
    lastTap = nil
    state = .pan(TouchPan(id: pan.id, at: pan.last, time: pan.startTime, isLeftOver: true))
    return [.panEnded(velocity: .zero), .longPress(at: pan.start)]
  }

  /// True while there is a single finger that has not moved.
  private var isResting: Bool {
    guard case .pan(let pan) = state else { return false }
    return pan.isTap && !pan.isMoving
  }

  /// Releases everything, at rest.
  mutating func cancel() -> [Gesture] {
    defer {
      state = .idle
      lastTap = nil
      deadline = nil
    }
    switch state {
    case .idle: return []
    case .pan(let pan): return pan.hasBegun ? [.panEnded(velocity: .zero)] : []
    case .pinch(let pinch): return pinch.isPending ? [] : [Self.end(pinch, .cancelled)]
    case .zoom(let zoom): return zoom.begin == nil ? [] : [Self.end(zoom, .cancelled)]
    }
  }

  // MARK: Beginnings

  private mutating func began(_ event: TouchEvent) -> [Gesture] {
    // If the number is still in use, its end event was lost.
    var gestures = lost(event.id)
    switch state {
    case .idle:
      if let tap = lastTap, event.time - tap.time <= GestureRecognizer.doubleClickTime,
        (event.position - tap.position).length <= GestureRecognizer.doubleTapSlop * interfaceScale
      {
        state = .zoom(TouchZoom(id: event.id, start: event.position))
      } else {
        state = .pan(TouchPan(id: event.id, at: event.position, time: event.time))
        gestures.append(.panBegan)
      }
      lastTap = nil
    case .pan(let pan):
      if pan.hasBegun { gestures.append(.panEnded(velocity: .zero)) }
      var pinch = TouchPinch(
        pan, second: event.id, at: event.position, time: event.time,
        leastDistance: GestureRecognizer.leastPinch * interfaceScale)
      // A finger that already holds the picture can't be part of a tap.
      if pan.isMoving || !pan.isTap || event.time - pan.startTime > GestureRecognizer.tapTime {
        gestures += begin(&pinch)
      }
      state = .pinch(pinch)
    case .zoom(let zoom) where zoom.begin == nil:
      let pan = TouchPan(id: zoom.id, at: zoom.start, time: event.time)
      state = .pinch(
        TouchPinch(
          pan, second: event.id, at: event.position, time: event.time,
          leastDistance: GestureRecognizer.leastPinch * interfaceScale))
    case .pinch, .zoom: break
    }
    return gestures
  }

  private func begin(_ pinch: inout TouchPinch) -> [Gesture] {
    pinch.isPending = false
    return [.pinch(phase: .began, scale: 1, at: pinch.start, movedBy: .zero)]
  }

  // MARK: Movements

  private mutating func moved(_ event: TouchEvent) -> [Gesture] {
    switch state {
    case .pan(var pan) where pan.id == event.id:
      defer { state = .pan(pan) }
      return move(&pan, event)
    case .pinch(var pinch) where pinch.contains(event.id):
      defer { state = .pinch(pinch) }
      pinch.move(event.id, to: event.position)
      var gestures: [Gesture] = []
      if pinch.isPending {
        guard pinch.travel > GestureRecognizer.touchSlop * interfaceScale else { return [] }
        gestures = begin(&pinch)
      }
      guard let step = pinch.takeStep() else { return gestures }
      gestures.append(
        .pinch(phase: .changed, scale: step.scale, at: pinch.start, movedBy: step.movedBy))
      return gestures
    case .zoom(var zoom) where zoom.id == event.id:
      defer { state = .zoom(zoom) }
      return move(&zoom, event)
    default: return []
    }
  }

  private func move(_ pan: inout TouchPan, _ event: TouchEvent) -> [Gesture] {
    let step = event.position - pan.last
    guard step != .zero else { return [] }
    pan.meter.move(by: step, at: event.time)
    pan.last = event.position
    if pan.isMoving { return [.panMoved(by: step)] }
    let delta = event.position - pan.start
    guard delta.length > GestureRecognizer.touchSlop * interfaceScale else { return [] }
    pan.isMoving = true
    var gestures: [Gesture] = []
    if !pan.hasBegun {
      pan.hasBegun = true
      gestures.append(.panBegan)
    }
    // Include the slop, so that the picture lies under the finger as if there were none.
    gestures.append(.panMoved(by: delta))
    return gestures
  }

  private func move(_ zoom: inout TouchZoom, _ event: TouchEvent) -> [Gesture] {
    var gestures: [Gesture] = []
    if zoom.begin == nil {
      let slop = GestureRecognizer.touchSlop * interfaceScale
      guard (event.position - zoom.start).length > slop else { return [] }
      // Start at the end of the slop, wherever this event is: including it would make the zoom
      // jump.
      zoom.begin = zoom.start.y + max(-slop, min(event.position.y - zoom.start.y, slop))
      gestures.append(
        .pinch(phase: .began, scale: 1, at: zoom.start, movedBy: .zero))
    }
    let scale = zoom.scale(
      at: event.position.y,
      doublingDistance: GestureRecognizer.doublingDistance * interfaceScale)
    guard scale != zoom.scale else { return gestures }
    zoom.scale = scale
    gestures.append(
      .pinch(phase: .changed, scale: scale, at: zoom.start, movedBy: .zero))
    return gestures
  }

  // MARK: Ends

  private mutating func ended(_ event: TouchEvent) -> [Gesture] {
    switch state {
    case .pan(let pan) where pan.id == event.id:
      state = .idle
      guard pan.hasBegun else { return [] }
      if pan.isMoving { return [.panEnded(velocity: pan.meter.velocity(at: event.time))] }
      guard pan.isTap, event.time - pan.startTime <= GestureRecognizer.tapTime else {
        return [.panEnded(velocity: .zero)]
      }
      lastTap = Click(position: pan.start, time: pan.startTime)
      return [.panEnded(velocity: .zero), .click(button: 1, at: pan.start)]
    case .pinch(let pinch) where pinch.contains(event.id):
      let other = pinch.first == event.id ? pinch.second : pinch.first
      state = .pan(
        TouchPan(id: other, at: pinch.position(of: other), time: event.time, isLeftOver: true))
      if !pinch.isPending { return [Self.end(pinch, .ended)] }
      guard event.time - pinch.startTime <= GestureRecognizer.tapTime else { return [] }
      return [.twoFingerTap(at: pinch.start)]
    case .zoom(let zoom) where zoom.id == event.id:
      state = .idle
      guard zoom.begin != nil else { return [.doubleClick(at: zoom.start)] }
      return [Self.end(zoom, .ended)]
    default: return []
    }
  }

  /// Cancels a touch whose sequence was taken over by another client or never ended.
  private mutating func lost(_ id: Int) -> [Gesture] {
    switch state {
    case .pan(let pan) where pan.id == id: return cancel()
    case .zoom(let zoom) where zoom.id == id: return cancel()
    case .pinch(let pinch) where pinch.contains(id):
      let other = pinch.first == id ? pinch.second : pinch.first
      let gestures = cancel()
      state = .pan(
        TouchPan(
          id: other, at: pinch.position(of: other), time: pinch.startTime, isLeftOver: true))
      return gestures
    default: return []
    }
  }

  private static func end(_ pinch: TouchPinch, _ phase: GesturePhase) -> Gesture {
    .pinch(phase: phase, scale: pinch.scale, at: pinch.start, movedBy: .zero)
  }

  private static func end(_ zoom: TouchZoom, _ phase: GesturePhase) -> Gesture {
    .pinch(phase: phase, scale: zoom.scale, at: zoom.start, movedBy: .zero)
  }
}
