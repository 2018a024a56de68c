import Filters
import Geometry
import Gestures

/// Wheels and fingers that scroll.
extension FilterPanel {
  /// Steps the slider that the pointer is on, or scrolls the rows; elsewhere it is the picture's.
  ///
  /// While the rows are being scrolled, sliders that come under the pointer stay as they are.
  mutating func turn(_ event: ScrollEvent, _ surface: PixelSize) -> Bool {
    if drag != nil { return true }
    let layout = PanelLayout(self, surface: surface)
    guard layout.contains(event.position) else { return false }
    let elapsed = event.time - wheel.time
    let goesOn = elapsed >= 0 && elapsed < Self.pause
    if !goesOn { wheel = Wheel() }
    let isScrolling = goesOn && wheel.slider == nil && layout.mostScroll > 0
    wheel.time = event.time
    if !isScrolling, let row = slider(under: layout.control(at: event.position), event) {
      step(row, event)
    } else {
      wheel.slider = nil
      // Fractions of a pixel are kept, or slow fingers would not move anything.
      let distance = event.detents.y * Double(layout.metrics.px(48)) + wheel.remainder
      guard abs(distance) < 1e6 else { return true }
      let whole = distance.rounded(.towardZero)
      wheel.remainder = distance - whole
      scroll = layout.scroll + Int(whole)
    }
    return true
  }

  /// How long nothing is turned before the wheel means what is under the pointer, in seconds.
  private static let pause = 0.3

  private func slider(under control: PanelControl?, _ event: ScrollEvent) -> PanelRow? {
    guard listing == nil, typing == nil else { return nil }
    let isSideways = abs(event.detents.x) > abs(event.detents.y)
    // Fingers that go up and down mean the rows; a wheel on a slider means the slider.
    guard event.source == .wheel || isSideways else { return nil }
    switch control {
    case .slider(let row)?, .value(let row)?: return sliderScale(of: row) == nil ? nil : row
    default: return nil
    }
  }

  private mutating func step(_ row: PanelRow, _ event: ScrollEvent) {
    if wheel.slider != row { wheel.remainder = 0 }
    wheel.slider = row
    let detents = event.detents.x - event.detents.y
    // Who turns back means it at once.
    if detents * wheel.remainder < 0 { wheel.remainder = 0 }
    let turned = wheel.remainder + detents
    guard abs(turned) < 1e6 else { return }
    let whole = turned.rounded(.towardZero)
    wheel.remainder = turned - whole
    if whole != 0 { step(row, by: Int(whole), event.modifiers) }
  }

  /// Steps a number: with Shift ten steps at once, with Control a tenth of one.
  mutating func step(_ row: PanelRow, by count: Int, _ modifiers: Modifiers) {
    guard let scale = sliderScale(of: row), let number = number(of: row) else { return }
    let factor = modifiers.contains(.shift) ? 10 : 1
    let step = modifiers.contains(.control) ? scale.fineStep : scale.step
    setNumber(scale.value(from: number, by: Double(count * factor), step: step), of: row)
  }
}
