import Geometry

extension GestureRecognizer {
  /// Handles a wheel's turn or a touchpad's scrolling.
  mutating func scrolled(_ event: ScrollEvent, now: Double) -> [Gesture] {
    switch event.source {
    case .wheel: return endScroll(velocity: .zero) + wheel(event)
    case .touchpad: return touchpad(event, now: now)
    }
  }

  private func wheel(_ event: ScrollEvent) -> [Gesture] {
    var detents = event.detents * preferences.wheelSensitivity
    if preferences.invertsWheel { detents = detents * -1 }
    var delta = Point(x: detents.x, y: 0)
    var zoom = 0.0
    if event.modifiers.contains(.shift) {
      delta.x += detents.y
    } else if preferences.wheelPans && !event.modifiers.contains(.control) {
      delta.y = detents.y
    } else {
      zoom = -detents.y
    }
    var gestures: [Gesture] = []
    if zoom != 0 {
      gestures.append(
        .zoom(detents: zoom, at: event.position, isContinuous: event.isContinuous))
    }
    if delta != .zero {
      let step = delta * (-Self.wheelDetent * interfaceScale)
      // During a drag the picture moves on; otherwise each detent is a step of its own.
      gestures.append(
        isDragging ? .panMoved(by: step) : .panStep(by: step))
    }
    return gestures
  }

  private mutating func touchpad(_ event: ScrollEvent, now: Double) -> [Gesture] {
    if event.isEnd {
      scroll.noteReportedEnd()
      return endScroll(velocity: scroll.velocity(at: event.time))
    }
    let detents = preferences.invertsTouchpad ? event.detents * -1 : event.detents
    if event.modifiers.contains(.control) {
      var gestures = endScroll(velocity: .zero)
      if detents.y != 0 {
        gestures.append(
          .zoom(
            detents: -detents.y * preferences.touchpadZoomSensitivity, at: event.position,
            isContinuous: true))
      }
      return gestures
    }
    let step = detents * (-Self.touchpadDetent * interfaceScale * preferences.touchpadSensitivity)
    if isDragging { return [.panMoved(by: step)] }
    let began: [Gesture] = scroll.isUnderWay ? [] : [.panBegan]
    scroll.move(by: step, at: event.time, until: now + Self.scrollSilence)
    return began + [.panMoved(by: step)]
  }

  private var isDragging: Bool { drag.map { $0.isMoving || !$0.isDoubleClick } ?? false }

  /// Releases the picture held by scrolling fingers.
  mutating func endScroll(velocity: Point) -> [Gesture] {
    guard scroll.isUnderWay else { return [] }
    scroll.end()
    return [.panEnded(velocity: velocity)]
  }
}

/// The scrolling of fingers on a touchpad: its velocity, and when it ends.
struct TouchpadScroll: Sendable {
  private var meter: VelocityMeter?
  private var lastTime = 0.0
  private var reportsEnd = false
  /// When scrolling ends unless another scroll event arrives, by the caller's clock.
  private(set) var deadline: Double?

  /// True while fingers scroll.
  var isUnderWay: Bool { meter != nil }

  /// The velocity if no event arrives until the deadline.
  var velocityAfterSilence: Point {
    // This touchpad reports lifted fingers and hasn't: they still rest on it.
    reportsEnd ? .zero : velocity(at: lastTime)
  }

  /// Returns the velocity at a time of the server.
  func velocity(at time: Double) -> Point { meter?.velocity(at: time) ?? .zero }

  /// Notes that the touchpad reports when fingers are lifted.
  mutating func noteReportedEnd() { reportsEnd = true }

  /// Starts or continues, until a deadline by the caller's clock.
  mutating func move(by step: Point, at time: Double, until deadline: Double) {
    var meter = meter ?? VelocityMeter()
    // The duration of the first step is unknown, so it is left out of the velocity.
    if isUnderWay { meter.move(by: step, at: time) } else { meter.begin(at: time) }
    self.meter = meter
    lastTime = time
    self.deadline = deadline
  }

  mutating func end() {
    meter = nil
    deadline = nil
  }
}
