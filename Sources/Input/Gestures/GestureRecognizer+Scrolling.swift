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
      touchpadReportsEnd = true
      return endScroll(velocity: scroll?.velocity(at: event.time) ?? .zero)
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
    var gestures: [Gesture] = []
    var meter = scroll ?? VelocityMeter()
    if scroll == nil {
      // The duration of the first step is unknown, so it is left out of the velocity.
      meter.begin(at: event.time)
      gestures.append(.panBegan)
    } else {
      meter.move(by: step, at: event.time)
    }
    scroll = meter
    lastScroll = event.time
    scrollDeadline = now + Self.scrollSilence
    gestures.append(.panMoved(by: step))
    return gestures
  }

  private var isDragging: Bool { drag.map { $0.isMoving || !$0.isDoubleClick } ?? false }

  /// Releases the picture held by scrolling fingers.
  mutating func endScroll(velocity: Point) -> [Gesture] {
    guard scroll != nil else { return [] }
    scroll = nil
    scrollDeadline = nil
    return [.panEnded(velocity: velocity)]
  }
}
