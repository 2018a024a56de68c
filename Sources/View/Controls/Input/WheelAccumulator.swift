import Geometry
import Gestures

/// Accumulates fractions of wheel steps, for sliders and for scrolling.
struct WheelAccumulator<ID: Hashable & Sendable>: Hashable, Sendable {
  private var remainder = 0.0
  /// The slider that the wheel changed last; `nil` if it scrolled the rows.
  private var slider: ID?
  private var time = -Double.infinity

  /// The pause in seconds after which the wheel applies to the target under the pointer.
  private static var pause: Double { 0.3 }

  /// Changes the slider under the pointer, or scrolls the rows; outside the panel the event is not
  /// consumed.
  ///
  /// While the rows are being scrolled, sliders that come under the pointer are not changed.
  mutating func turn(
    _ event: ScrollEvent, in placed: Placed<ID>, isTyping: Bool, scroll: inout Int
  ) -> ControlAnswer<ID> {
    guard placed.contains(event.position) else { return ControlAnswer(false) }
    let elapsed = event.time - time
    let goesOn = elapsed >= 0 && elapsed < Self.pause
    if !goesOn { self = WheelAccumulator() }
    let isScrolling = goesOn && slider == nil && placed.mostScroll > 0
    time = event.time
    if !isScrolling, !isTyping, let node = slider(under: event, in: placed) {
      return ControlAnswer(true, step(node, event))
    }
    slider = nil
    // Fractions of a pixel are kept; otherwise slow scrolling would not move anything.
    if let whole = turn(by: event.detents.y * Double(placed.metrics.px(48))) {
      scroll = placed.scroll + whole
    }
    return ControlAnswer(true)
  }

  private func slider(under event: ScrollEvent, in placed: Placed<ID>) -> Node<ID>? {
    let isSideways = abs(event.detents.x) > abs(event.detents.y)
    // Vertical scrolling on a touchpad scrolls the rows; a wheel on a slider changes the slider.
    guard event.source == .wheel || isSideways, let target = placed.target(at: event.position),
      target.part == .slider || target.part == .value,
      let node = placed.row(target.id)?.node, case .number = node.value
    else { return nil }
    return node
  }

  private mutating func step(_ node: Node<ID>, _ event: ScrollEvent) -> [ControlEffect<ID>] {
    if slider != node.id { remainder = 0 }
    slider = node.id
    let detents = event.detents.x - event.detents.y
    // A change of direction takes effect at once.
    if detents * remainder < 0 { remainder = 0 }
    guard let whole = turn(by: detents), whole != 0 else { return [] }
    return node.step(by: whole, event.modifiers).map { [$0] } ?? []
  }

  /// Returns the whole part of the accumulated distance; `nil` if it is implausibly large.
  private mutating func turn(by distance: Double) -> Int? {
    let turned = distance + remainder
    guard abs(turned) < 1e6 else { return nil }
    let whole = turned.rounded(.towardZero)
    remainder = turned - whole
    return Int(whole)
  }
}
