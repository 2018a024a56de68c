import Filters
import Geometry
import Gestures

@testable import Controls
@testable import FilterPanel

/// A filter panel on a surface, with a simulated pointer and keyboard.
struct PanelDriver {
  var panel: FilterPanel
  var surface: PixelSize
  /// The surface's clock in seconds, advanced by each event.
  var time = 0.0
  /// The effects of all events.
  var effects: [Effect] = []

  /// A change of the panel caused by an event, or a request of the panel.
  enum Effect: Hashable {
    case chainChanged
    case compare(Bool)
    case splitMoved(Int?)
    case asked(PanelEffect)

    static var close: Effect { .asked(.close) }
    static var savePicture: Effect { .asked(.savePicture) }
    static var saveView: Effect { .asked(.saveView) }
    static func keepChanged(_ isKept: Bool) -> Effect { .asked(.keepChanged(isKept)) }
    static func loadFile(link: Int, parameter: Int, path: [UInt8]) -> Effect {
      .asked(.loadFile(link: link, parameter: parameter, path: path))
    }
  }

  struct Outcome {
    var isConsumed: Bool
    var effects: [Effect]
  }

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

  var placed: Placed<FilterControl> { panel.placed(on: surface) }

  @discardableResult
  mutating func send(_ event: WindowEvent) -> Outcome {
    let before = panel
    let outcome = panel.handle(event, surface: surface)
    var effects: [Effect] = []
    func note(_ effect: Effect) { if !effects.contains(effect) { effects.append(effect) } }
    for effect in outcome.effects where effect != .close { note(.asked(effect)) }
    if panel.chain != before.chain { note(.chainChanged) }
    if panel.isComparing != before.isComparing { note(.compare(panel.isComparing)) }
    let split = panel.splitColumn(on: surface)
    if split != before.splitColumn(on: surface) { note(.splitMoved(split)) }
    if outcome.effects.contains(.close) { note(.close) }
    self.effects += effects
    return Outcome(isConsumed: outcome.isConsumed, effects: effects)
  }

  @discardableResult
  mutating func press(_ at: Point, button: Int = 1, _ modifiers: Modifiers = []) -> Outcome {
    send(
      .button(
        ButtonEvent(
          button: button, isPressed: true, position: at, modifiers: modifiers, time: time)))
  }

  @discardableResult
  mutating func release(_ at: Point, button: Int = 1) -> Outcome {
    send(
      .button(
        ButtonEvent(button: button, isPressed: false, position: at, modifiers: [], time: time)))
  }

  @discardableResult
  mutating func move(_ to: Point) -> Outcome { send(.motion(position: to, time: time)) }

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

  /// The centre of a visible control.
  func middle(_ id: FilterControl, _ part: Target<FilterControl>.Part = .whole) throws -> Point {
    let target = Target(id, part)
    guard let rect = placed.rect(of: target) else { throw NotSeen(target: target) }
    return Rect(rect).center
  }

  struct NotSeen: Error { var target: Target<FilterControl> }

  mutating func click(
    _ id: FilterControl, _ part: Target<FilterControl>.Part = .whole, button: Int = 1
  ) throws {
    click(try middle(id, part), button: button)
  }

  @discardableResult
  mutating func key(_ key: Keysym, _ modifiers: Modifiers = []) -> Outcome {
    send(
      .key(KeyPress(keysym: key.rawValue, modifiers: modifiers, position: .zero, time: time)))
  }

  @discardableResult
  mutating func releaseKey(_ key: Keysym) -> Outcome {
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
  ) -> Outcome {
    send(
      .scroll(
        ScrollEvent(
          detents: Point(x: x, y: y), source: source, isContinuous: source == .touchpad,
          position: at, modifiers: modifiers, time: time)))
  }

  func value(_ link: Int, _ parameter: Int) -> FilterValue {
    panel.chain.links[link].values[parameter]
  }

  /// The point on a slider for this fraction of its range.
  func place(_ id: FilterControl, _ fraction: Double) throws -> Point {
    let target = Target(id, .slider)
    guard let row = placed.row(id), let rect = placed.rect(of: target),
      case .number(_, let scale, _) = row.node.value
    else { throw NotSeen(target: target) }
    let track = placed.metrics.track(of: row, scale)
    return Point(x: track.place(of: fraction), y: Rect(rect).center.y)
  }
}
