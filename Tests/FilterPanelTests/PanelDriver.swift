import Filters
import Geometry
import Gestures

@testable import FilterPanel

/// A panel on a surface, and a pointer and a keyboard for it.
struct PanelDriver {
  var panel: FilterPanel
  var surface: PixelSize
  /// The surface's clock, which goes on with each event.
  var time = 0.0
  /// The effects of all events but `needsDrawing`.
  var effects: [PanelEffect] = []

  init(
    _ filters: [FilterDefinition] = SampleFilters.all,
    surface: PixelSize = PixelSize(width: 1280, height: 2000), scale: Double = 1
  ) {
    panel = FilterPanel(
      library: SampleFilters.library, chain: FilterChain(filters.map { FilterLink($0) }),
      interfaceScale: scale)
    panel.open()
    self.surface = surface
  }

  var layout: PanelLayout { panel.layout(surface: surface) }

  @discardableResult
  mutating func send(_ event: WindowEvent) -> PanelOutcome {
    let outcome = panel.handle(event, surface: surface)
    effects += outcome.effects.filter { $0 != .needsDrawing }
    return outcome
  }

  @discardableResult
  mutating func press(_ at: Point, button: Int = 1, _ modifiers: Modifiers = []) -> PanelOutcome {
    send(
      .button(
        ButtonEvent(
          button: button, isPressed: true, position: at, modifiers: modifiers, time: time)))
  }

  @discardableResult
  mutating func release(_ at: Point, button: Int = 1) -> PanelOutcome {
    send(
      .button(
        ButtonEvent(button: button, isPressed: false, position: at, modifiers: [], time: time)))
  }

  @discardableResult
  mutating func move(_ to: Point) -> PanelOutcome { send(.motion(position: to, time: time)) }

  /// A click long after the one before it.
  mutating func click(_ at: Point, button: Int = 1) {
    time += 10
    press(at, button: button)
    release(at, button: button)
  }

  mutating func doubleClick(_ at: Point) {
    click(at)
    time += 0.1
    press(at)
    release(at)
  }

  /// The middle of a control that can be seen.
  func middle(_ control: PanelControl) throws -> Point {
    guard let rect = layout.rect(of: control) else { throw NotSeen(control: control) }
    return Rect(rect).center
  }

  struct NotSeen: Error { var control: PanelControl }

  mutating func click(_ control: PanelControl, button: Int = 1) throws {
    click(try middle(control), button: button)
  }

  @discardableResult
  mutating func key(_ key: Keysym, _ modifiers: Modifiers = []) -> PanelOutcome {
    send(
      .key(KeyPress(keysym: key.rawValue, modifiers: modifiers, position: .zero, time: time)))
  }

  @discardableResult
  mutating func releaseKey(_ key: Keysym) -> PanelOutcome {
    send(
      .keyReleased(KeyPress(keysym: key.rawValue, modifiers: [], position: .zero, time: time)))
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { key(Keysym(scalar)) }
  }

  @discardableResult
  mutating func turn(
    _ at: Point, x: Double = 0, y: Double = 0, source: ScrollEvent.Source = .wheel,
    _ modifiers: Modifiers = []
  ) -> PanelOutcome {
    send(
      .scroll(
        ScrollEvent(
          detents: Point(x: x, y: y), source: source, isContinuous: source == .touchpad,
          position: at, modifiers: modifiers, time: time)))
  }

  func value(_ link: Int, _ parameter: Int) -> FilterValue {
    panel.chain.links[link].values[parameter]
  }

  /// Where a slider's value is dragged to be at a share of its range.
  func place(_ row: PanelRow, _ fraction: Double) throws -> Point {
    guard let scale = panel.sliderScale(of: row), let rect = layout.rect(of: .slider(row)),
      let track = layout.track(of: row, scale: scale)
    else { throw NotSeen(control: .slider(row)) }
    return Point(x: track.place(of: fraction), y: Rect(rect).center.y)
  }
}
