import Geometry
import Gestures

/// The state of the pointer in a panel: its hover target, and what each pressed button does.
struct PointerState<ID: Hashable & Sendable>: Hashable, Sendable {
  private(set) var hover: Target<ID>?
  private var isShiftHeld = false
  private var drag: Drag?
  private var lastPress: Press?
  /// Buttons that were pressed in the panel and are still down.
  private var ownButtons: Set<Int> = []
  /// Buttons that were pressed outside the panel and are still down; their drags are not the
  /// panel's.
  private var foreignButtons: Set<Int> = []

  /// The drag that a pressed button performs until it is released.
  private struct Drag: Hashable, Sendable {
    var button: Int
    var kind = Kind.nothing

    enum Kind: Hashable, Sendable {
      /// Nothing; but the press belongs to the panel, not to the picture.
      case nothing
      case hold(ID)
      /// A name was pressed at `y`; dragging it moves its section.
      case name(ID, y: Double)
      case move(ID)
      case slider(SliderDrag<ID>)
    }
  }

  /// A press that the next one may turn into a double-click.
  private struct Press: Hashable, Sendable {
    var target: Target<ID>
    var position: Point
    var time: Double
    /// True if it was the second one already, or a later one, each soon after the one before.
    var isFurther = false
  }

  /// True if no button is dragging anything, in the panel or elsewhere.
  var isFree: Bool { drag == nil && foreignButtons.isEmpty }

  /// True while something in the panel is being dragged.
  var isDragging: Bool { drag != nil }

  var draggedSlider: ID? { if case .slider(let slider)? = drag?.kind { slider.id } else { nil } }

  /// True while a button holds a node down.
  func isHolding(_ id: ID) -> Bool { drag?.kind == .hold(id) }

  /// Handles a button press.
  ///
  /// It first accepts text being typed, unless that text field itself is pressed.
  mutating func press(
    _ event: ButtonEvent, in placed: Placed<ID>, _ typing: inout Typing<ID>?
  ) -> ControlAnswer<ID> {
    // Back and forward buttons switch pictures, wherever the pointer is.
    guard (1...3).contains(event.button) else { return ControlAnswer(false) }
    isShiftHeld = event.modifiers.contains(.shift)
    if drag != nil {
      ownButtons.insert(event.button)
      return ControlAnswer(true)
    }
    guard foreignButtons.isEmpty else {
      foreignButtons.insert(event.button)
      return ControlAnswer(false)
    }
    let target = placed.target(at: event.position)
    let ended = typing.flatMap { $0.ending(byPressOn: target, in: placed) }
    guard placed.contains(event.position) else {
      lastPress = nil
      foreignButtons.insert(event.button)
      return ControlAnswer(false, ended.map { [$0] } ?? [])
    }
    ownButtons.insert(event.button)
    drag = Drag(button: event.button)
    var effects = ended.map { [$0] } ?? []
    if let target {
      let justTyped = ended == nil ? nil : typing?.id
      effects += press(target, event, placed, &typing, justTyped: justTyped)
    }
    return ControlAnswer(true, effects)
  }

  private mutating func press(
    _ target: Target<ID>, _ event: ButtonEvent, _ placed: Placed<ID>,
    _ typing: inout Typing<ID>?, justTyped: ID?
  ) -> [ControlEffect<ID>] {
    let row = placed.row(target.id)
    if event.button == 3, row?.node.actions.contains(.reset) == true, !target.part.isButton {
      return [.reset(target.id)]
    }
    guard event.button == 1 else { return [] }
    let isDouble = isDoubleClick(event, on: target, within: 5 * placed.metrics.interfaceScale)
    let click = Press(
      target: target, position: event.position, time: event.time, isFurther: isDouble)
    let isSecond = isDouble && lastPress?.isFurther == false
    // In a list, a third click soon after the second is the next of many; elsewhere it is a first.
    lastPress = isDouble && row?.node.role != .listItem ? nil : click
    guard let row else { return pressOutsideRows(target.id, placed) }
    let (id, node) = (target.id, row.node)
    // The first click may have replaced the list: the second must not choose from the new one.
    if isSecond, node.role == .listItem { return [] }
    switch target.part {
    case .whole: return [.focus(id)] + pressWhole(node, isDouble: isDouble, y: event.position.y)
    case .toggle: return [.focus(id), .press(id)]
    case .moveUp: return [.focus(id), .move(id, -1)]
    case .moveDown: return [.focus(id), .move(id, 1)]
    case .remove: return [.remove(id)]
    case .previous: return [.focus(id), .cycle(id, -1)]
    case .next: return [.focus(id), .cycle(id, 1)]
    case .slider:
      if isDouble { return [.focus(id), .reset(id)] }
      guard
        let (slider, number) = SliderDrag<ID>.grabbing(
          row, at: event.position.x, finely: isShiftHeld, isElsewhere: justTyped == id,
          placed.metrics)
      else { return [] }
      drag?.kind = .slider(slider)
      return [.focus(id)] + (number.map { [.set(id, $0)] } ?? [])
    case .value:
      if node.role == .choice { return [.focus(id), .expand(id, !node.isExpanded)] }
      guard typing?.id != id || justTyped == id, let new = Typing(node) else { return [] }
      typing = new
      return [.type(id)]
    }
  }

  /// Handles a press on a title button or a message.
  private mutating func pressOutsideRows(
    _ id: ID, _ placed: Placed<ID>
  ) -> [ControlEffect<ID>] {
    guard let button = placed.node(.title)?.children.first(where: { $0.id == id }) else {
      return placed.node(.message)?.id == id ? [.press(id)] : []
    }
    guard button.actions.contains(.hold) else { return [.press(id)] }
    drag?.kind = .hold(id)
    return [.hold(id, true)]
  }

  private mutating func pressWhole(
    _ node: Node<ID>, isDouble: Bool, y: Double
  ) -> [ControlEffect<ID>] {
    switch node.role {
    case .button, .menuItem, .listItem: return [.press(node.id)]
    case .section where node.actions.contains(.move):
      drag?.kind = .name(node.id, y: y)
      return []
    // The first click on an expanded colour closes it; a double-click must not leave it closed.
    case .color where node.isExpanded && !isDouble: return [.expand(node.id, false)]
    default: return isDouble && node.actions.contains(.reset) ? [.reset(node.id)] : []
    }
  }

  /// True if a press and the last one are on the same target, and close enough in time and space.
  private func isDoubleClick(
    _ event: ButtonEvent, on target: Target<ID>, within distance: Double
  ) -> Bool {
    guard let lastPress, lastPress.target == target else { return false }
    let elapsed = event.time - lastPress.time
    return elapsed >= 0 && elapsed <= 0.4
      && (event.position - lastPress.position).length <= distance
  }

  mutating func release(_ button: Int) -> ControlAnswer<ID> {
    foreignButtons.remove(button)
    var effects: [ControlEffect<ID>] = []
    if let drag, drag.button == button {
      if case .hold(let id) = drag.kind { effects = [.hold(id, false)] }
      self.drag = nil
    }
    return ControlAnswer(ownButtons.remove(button) != nil, effects)
  }

  /// Handles a movement: continues a drag, or updates the hover target.
  mutating func move(
    to position: Point, in placed: Placed<ID>, scroll: inout Int
  ) -> ControlAnswer<ID> {
    if let drag {
      return ControlAnswer(true, pull(drag.kind, to: position, placed, &scroll))
    }
    guard foreignButtons.isEmpty, !placed.frame.isEmpty else { return ControlAnswer(false) }
    let isInside = placed.contains(position)
    hover = isInside ? placed.target(at: position) : nil
    return ControlAnswer(isInside)
  }

  private mutating func pull(
    _ kind: Drag.Kind, to position: Point, _ placed: Placed<ID>, _ scroll: inout Int
  ) -> [ControlEffect<ID>] {
    switch kind {
    case .nothing, .hold: return []
    case .slider(var slider):
      guard let row = placed.row(slider.id) else { return [] }
      let number = slider.pull(to: position.x, row, placed.metrics)
      drag?.kind = .slider(slider)
      return number.map { [.set(slider.id, $0)] } ?? []
    case .name(let id, let y):
      guard abs(position.y - y) > 4 * placed.metrics.interfaceScale else { return [] }
      lastPress = nil
      return reorder(id, to: position.y, placed, &scroll)
    case .move(let id): return reorder(id, to: position.y, placed, &scroll)
    }
  }

  /// Moves a section past those whose centre the pointer has passed.
  private mutating func reorder(
    _ id: ID, to y: Double, _ placed: Placed<ID>, _ scroll: inout Int
  ) -> [ControlEffect<ID>] {
    drag?.kind = .move(id)
    let step = Int(8 * placed.metrics.interfaceScale)
    // Outside the visible rows, each movement scrolls.
    if y < Double(placed.viewport.minY) { scroll -= step }
    if y > Double(placed.viewport.maxY) { scroll += step }
    let movable = placed.rows.filter { $0.node.actions.contains(.move) }.map(\.node.id)
    guard let place = movable.firstIndex(of: id) else { return [] }
    let middles = movable.map { id in
      let rects = placed.section(of: id)?.map(\.rect) ?? []
      return Rect(rects.reduce(PixelRect(.zero)) { $0.union($1) }).center.y
    }
    let above = middles[..<place].reversed().prefix { y < $0 }.count
    let below = middles[(place + 1)...].prefix { y > $0 }.count
    return above == 0 && below == 0 ? [] : [.move(id, above > 0 ? -above : below)]
  }
}

extension PointerState {
  /// Switches a drag between normal and fine with Shift.
  mutating func holdShift(_ isHeld: Bool, in placed: Placed<ID>) {
    isShiftHeld = isHeld
    guard case .slider(var slider)? = drag?.kind, let row = placed.row(slider.id) else { return }
    slider.refine(isHeld, row, placed.metrics)
    drag?.kind = .slider(slider)
  }

  /// Clears the hover target.
  mutating func leave() { hover = nil }

  /// Ends input on rows that may have changed, or the whole drag.
  mutating func forgetRows(endsDrag: Bool = false) {
    hover = nil
    lastPress = nil
    switch drag?.kind {
    case .slider?, .name?, .move?: drag?.kind = .nothing
    default: break
    }
    if endsDrag { drag = nil }
  }

  /// Updates the ID of a section after a move.
  mutating func rename(_ id: ID, to new: ID) {
    lastPress = nil
    if drag?.kind == .move(id) { drag?.kind = .move(new) }
  }
}

extension Target.Part {
  /// True for a part that is a button without a value.
  fileprivate var isButton: Bool { self == .moveUp || self == .moveDown || self == .remove }
}

extension Node {
  /// True if its children are shown.
  var isExpanded: Bool { state.contains(.expanded) }
}
