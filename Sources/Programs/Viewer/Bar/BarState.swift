import Controls
import Geometry
import Gestures
import Glibc

/// The state of the bar: its contents, the focused item, and its pointer and keyboard input.
///
/// It is a value: events go in, and actions come out.
struct BarState: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    case command(CommandName)
    /// The picture's number in the album.
    case position
    case zoom
    /// The position in an animation.
    case seek
    /// A group of items, or a whole toolbar.
    case group(Int)
  }

  /// The action that the user requests.
  enum Action: Hashable, Sendable {
    case perform(CommandName)
    /// Zoom to a scale, in device pixels per image pixel, while a slider is dragged or at once.
    case zoom(Double, isDragged: Bool)
    /// Zoom by detents of a wheel, which are positive towards the user.
    case turn(Double)
    /// Go to a part of an animation, from 0 to 1.
    case seek(Double)
    /// Go to the picture with a number, from 1.
    case go(Int)
  }

  /// The width and height of buttons for a pointer and for fingers, in pixels at 96 dpi.
  static let sizes = (pointer: 34, finger: 44)

  var contents = BarContents()
  /// True if the last input was touch, for which items are larger.
  var usesFingers = false
  /// The item with the keyboard focus; `nil` if the bar does not have it.
  private(set) var focus: Item?
  private var input = ControlInput<Item>()

  /// The item under the pointer.
  var hover: Item? { input.hover?.id }
  /// True while the user types a text.
  var isTyping: Bool { input.typing != nil }
  /// True while the bar is in use: it has the focus, or the user drags or types in it.
  var isInUse: Bool { focus != nil || isTyping || input.isDragging }

  // MARK: Layout

  /// Returns the bar's layout in an area of a surface; `scale` is 1 at 96 dpi.
  func placed(in area: PixelRect, on surface: PixelSize, scale: Double) -> Placed<Item> {
    Placed(
      tree, scale: scale, scroll: 0, surface: surface, place: .lowerEdge(area))
  }

  /// Returns the bar's drawing for a layout; `nil` if there is no room.
  func drawing(of placed: Placed<Item>) -> PanelDrawing? { placed.drawing(input) }

  private var tree: [Node<Item>] {
    let size = usesFingers ? Self.sizes.finger : Self.sizes.pointer
    var bars: [Node<Item>] = []
    if let progress = contents.progress {
      let slider = Node(
        Item.seek, .slider, "Position",
        value: .number(
          progress.part, SliderScale(minimum: 0, maximum: 1, neutral: 0, isWhole: false)),
        detail: progress.text, state: state(.seek))
      bars.append(
        Node(
          .group(-2), .toolbar, value: .room(size),
          children: [group(.animation), Node(.group(-3), .group, children: [slider])]))
    }
    // The trash is far from the arrows, and not where the keyboard's focus begins.
    let sections: [CommandSection] = [.go, .zoom, .turn, .light, .save, .marks, .file, .window]
    bars.append(
      Node(
        .group(-1), .toolbar, value: .room(size),
        children: sections.map(group).filter { !$0.children.isEmpty }))
    return bars
  }

  private func group(_ section: CommandSection) -> Node<Item> {
    var items = contents.buttons.filter { $0.section == section }.map(node)
    switch section {
    case .go:
      // The table has the more common direction first.
      items.sort { $0.id == .command(.previous) && $1.id != $0.id }
      items.insert(position, at: min(1, items.count))
    case .zoom:
      if let zoom = contents.zoom {
        let slider = Node(
          Item.zoom, .slider, "Zoom", value: .number(log2(zoom.scale), zoom.sliderScale),
          detail: zoom.text, typed: zoom.text, state: state(.zoom), rank: 1)
        items.insert(slider, at: 0)
      }
    case .window:
      // The menu is at the end, where it is found in every width.
      items.sort { $1.id == .command(.menu) && $0.id != $1.id }
    default: break
    }
    let index = CommandSection.allCases.firstIndex(of: section) ?? 0
    return Node(.group(index), .group, children: items)
  }

  /// The place in the album, which can be typed if there are several pictures.
  private var position: Node<Item> {
    // Without a number yet, there is room for it.
    guard let position = contents.position else { return Node(.position, .label, "…", rank: 2) }
    guard let typed = position.typed else {
      return Node(.position, .label, position.text, rank: 2)
    }
    return Node(
      .position, .textField, position.text, typed: typed, state: state(.position), rank: 2)
  }

  private func node(_ button: BarContents.Button) -> Node<Item> {
    let item = Item.command(button.name)
    var state = state(item)
    let isOn = button.isOn == true
    // Other switches change their icons.
    if isOn, button.name == .filterPanel { state.insert(.chosen) }
    if button.refusal != nil { state.insert(.disabled) }
    return Node(
      item, .button, button.title, icon: button.name.barIcon(isOn: isOn),
      state: state, rank: button.name.barRank)
  }

  private func state(_ item: Item) -> Node<Item>.State { item == focus ? .focused : [] }

  /// Returns an item's tooltip: its name, and its key or why it is disabled.
  func tip(of item: Item) -> String? {
    switch item {
    case .command(let name):
      guard let button = contents.buttons.first(where: { $0.name == name }) else { return nil }
      if let refusal = button.refusal { return "\(button.title): \(refusal)" }
      return button.key.isEmpty ? button.title : "\(button.title)   \(button.key)"
    case .zoom: return "Zoom"
    case .position: return contents.position?.typed.map { _ in CommandName.go.definition.title }
    case .seek, .group: return nil
    }
  }
}

extension Placed<BarState.Item> {
  /// Returns the layout, or an empty one if it would cover a panel.
  func unlessCovering(_ panel: PixelRect) -> Self {
    frame.intersection(panel).isEmpty ? self : Placed([], scale: 1, scroll: 0, surface: .zero)
  }
}

// MARK: Events

extension BarState {
  /// Gives the bar the keyboard focus.
  mutating func enter(_ placed: Placed<Item>) {
    focus = placed.rows.first { $0.node.role != .label }?.node.id
  }

  /// Removes the keyboard focus from the bar.
  mutating func leave() {
    focus = nil
    input.typing = nil
  }

  /// Resets all input state, because a hidden bar gets no releases of buttons and touches.
  mutating func hide() {
    focus = nil
    input = ControlInput()
  }

  /// Handles a window event; returns true if the bar consumed it, and the requested action.
  mutating func take(
    _ event: WindowEvent, in placed: Placed<Item>
  ) -> (isConsumed: Bool, actions: [Action]) {
    switch event {
    case .touch(let touch): return take(touch, in: placed)
    case .key(let press): return take(press, in: placed)
    // Other parts may be waiting for the release of a key that was pressed earlier.
    case .keyReleased(let press):
      if press.key.isShift { _ = input.take(event, in: placed) }
      return (false, [])
    case .scroll(let scroll)
    where placed.target(at: scroll.position)?.id == .zoom && !input.isDragging:
      return (true, scroll.detents.y == 0 ? [] : [.turn(scroll.detents.y)])
    case .button, .motion, .scroll, .pointerLeft:
      if case .button(let button) = event, button.isPressed, !placed.contains(button.position) {
        focus = nil
      }
      let answer = input.take(event, in: placed)
      return (answer.isConsumed, actions(for: answer.effects, byKey: false))
    default: return (false, [])
    }
  }

  private mutating func take(
    _ touch: TouchEvent, in placed: Placed<Item>
  ) -> (isConsumed: Bool, actions: [Action]) {
    if touch.phase == .began, !input.hasFinger, !placed.contains(touch.position) {
      return (false, [])
    }
    guard let events = input.pointerEvents(of: touch) else { return (false, []) }
    return (true, events.flatMap { take($0, in: placed).actions })
  }

  private mutating func take(
    _ press: KeyPress, in placed: Placed<Item>
  ) -> (isConsumed: Bool, actions: [Action]) {
    guard focus != nil || isTyping else { return (false, []) }
    if focus == .zoom, !isTyping, press.key == .up || press.key == .down {
      return (true, [.perform(press.key == .up ? .zoomIn : .zoomOut)])
    }
    let answer = input.take(.key(press), in: placed)
    return (answer.isConsumed, actions(for: answer.effects, byKey: true))
  }

  private mutating func actions(
    for effects: [ControlEffect<Item>], byKey isByKey: Bool
  ) -> [Action] {
    var actions: [Action] = []
    for effect in effects {
      switch effect {
      case .focus(let item): focus = isByKey ? item : nil
      case .press(.command(let name)):
        if contents.buttons.first(where: { $0.name == name })?.refusal == nil {
          actions.append(.perform(name))
        }
      case .set(.zoom, let number): actions.append(.zoom(exp2(number), isDragged: true))
      case .set(.seek, let part): actions.append(.seek(part))
      case .reset(.zoom): actions.append(.perform(.actualSize))
      case .enter(let item, let text, let givesUp):
        actions += enter(text, in: item, givesUp: givesUp)
        // The following input would leave a wrong text behind.
        if input.typing?.id == item { return actions }
      case .dismiss: leave()
      default: break
      }
    }
    return actions
  }

  /// Does what a typed text asks for; an invalid one stays, unless the focus has moved elsewhere.
  private mutating func enter(_ text: String, in item: Item, givesUp: Bool) -> [Action] {
    var isUnchanged = true
    var action: Action?
    var problem = ""
    if item == .zoom, let zoom = contents.zoom {
      isUnchanged = text == zoom.text
      action = zoom.scale(typed: text).map { Action.zoom($0, isDragged: false) }
      problem = "a percentage"
    } else if item == .position, let position = contents.position {
      isUnchanged = text == position.typed
      action = position.number(typed: text).map { Action.go($0) }
      problem = "a number from 1 to \(position.count)"
    }
    if !isUnchanged, action == nil, !givesUp {
      input.typing?.problem = problem
      return []
    }
    // A press on another field has begun to edit that.
    if input.typing?.id == item { input.typing = nil }
    return isUnchanged ? [] : action.map { [$0] } ?? []
  }
}
