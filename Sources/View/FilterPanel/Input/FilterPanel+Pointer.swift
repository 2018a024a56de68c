import Filters
import Geometry
import Gestures

/// Buttons and movements of the pointer.
extension FilterPanel {
  /// A press; it says whether it was meant for the panel or its split line.
  mutating func press(
    _ event: ButtonEvent, _ surface: PixelSize, _ outcome: inout PanelOutcome
  ) -> Bool {
    // The side buttons browse, wherever the pointer is.
    guard (1...3).contains(event.button) else { return false }
    let layout = PanelLayout(self, surface: surface)
    isShiftHeld = event.modifiers.contains(.shift)
    if drag != nil {
      ownButtons.insert(event.button)
      return true
    }
    guard foreignButtons.isEmpty else {
      foreignButtons.insert(event.button)
      return false
    }
    let isInside = layout.contains(event.position)
    endTyping(unlessAt: isInside ? layout.control(at: event.position) : nil, &outcome)
    guard isInside else {
      if event.button == 1, grabSplit(at: event.position, surface) { return true }
      lastPress = nil
      foreignButtons.insert(event.button)
      return false
    }
    ownButtons.insert(event.button)
    drag = Drag(button: event.button, kind: .nothing)
    guard let control = layout.control(at: event.position) else { return true }
    if event.button == 3 { resetWhatIs(under: control) }
    guard event.button == 1 else { return true }
    let isDouble = isDoubleClick(event, on: control)
    lastPress =
      isDouble ? nil : Press(control: control, position: event.position, time: event.time)
    click(control, isDouble: isDouble, event, layout, &outcome)
    return true
  }

  /// A button that is let go; it says whether it had been pressed in the panel.
  mutating func release(_ button: Int) -> Bool {
    foreignButtons.remove(button)
    if let drag, drag.button == button {
      if drag.kind == .compare { isComparing = false }
      self.drag = nil
    }
    return ownButtons.remove(button) != nil
  }

  /// A movement; it says whether the pointer drags something of the panel, or is in it.
  mutating func move(to position: Point, _ surface: PixelSize) -> Bool {
    if let drag {
      pull(drag, to: position, surface)
      return true
    }
    guard foreignButtons.isEmpty, isOpen else { return false }
    let layout = PanelLayout(self, surface: surface)
    let isInside = layout.contains(position)
    hover = isInside ? layout.control(at: position) : nil
    return isInside
  }

  private mutating func pull(_ drag: Drag, to position: Point, _ surface: PixelSize) {
    switch drag.kind {
    case .nothing, .compare: break
    case .split(let offset): split?.move(to: position.x - offset, on: surface)
    case .slider(let slider): pull(slider, to: position.x, surface)
    case .name(let link, let y):
      guard abs(position.y - y) > 4 * scale else { return }
      lastPress = nil
      self.drag?.kind = .filter(link: link)
      reorder(link, to: position.y, surface)
    case .filter(let link): reorder(link, to: position.y, surface)
    }
  }

  private mutating func grabSplit(at position: Point, _ surface: PixelSize) -> Bool {
    guard let column = split?.column(on: surface),
      abs(position.x - Double(column)) <= SplitDrawing.grip(scale: scale)
    else { return false }
    ownButtons.insert(1)
    drag = Drag(button: 1, kind: .split(offset: position.x - Double(column)))
    return true
  }

  /// Two presses on one control are a double-click within these limits.
  private func isDoubleClick(_ event: ButtonEvent, on control: PanelControl) -> Bool {
    guard let lastPress, lastPress.control == control else { return false }
    let elapsed = event.time - lastPress.time
    return elapsed >= 0 && elapsed <= 0.4
      && (event.position - lastPress.position).length <= 5 * scale
  }

  private mutating func endTyping(
    unlessAt control: PanelControl?, _ outcome: inout PanelOutcome
  ) {
    guard let typing, control != .value(typing.row), control != .notice else { return }
    if let effect = commitTyping(orGiveUp: true) { outcome.add(effect) }
  }

  private mutating func resetWhatIs(under control: PanelControl) {
    switch control {
    case .row(let row), .slider(let row), .value(let row), .toggle(let row),
      .previousOption(let row), .nextOption(let row):
      reset(row)
    default: break
    }
  }
}
