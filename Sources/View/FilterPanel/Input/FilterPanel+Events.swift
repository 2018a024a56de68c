import Filters
import Geometry
import Gestures

extension FilterPanel {
  /// Takes an event of the window, whose surface has this size.
  ///
  /// Of the effects, `chainChanged`, `compare`, `splitMoved` and `keepChanged` tell what is another
  /// than before in the panel's own properties.
  package mutating func handle(_ event: WindowEvent, surface: PixelSize) -> PanelOutcome {
    let before = self
    var outcome = PanelOutcome()
    switch event {
    case .button(let button):
      outcome.isConsumed =
        button.isPressed
        ? press(button, surface, &outcome) : release(button.button)
    case .motion(let position, _): outcome.isConsumed = move(to: position, surface)
    case .scroll(let scroll): outcome.isConsumed = turn(scroll, surface)
    case .key(let press): outcome.isConsumed = self.press(press, surface, &outcome)
    case .keyReleased(let press): outcome.isConsumed = release(press, surface)
    case .touch(let touch): outcome.isConsumed = take(touch, surface, &outcome)
    case .pointerLeft: hover = nil
    case .visibility(let isVisible): if !isVisible { isComparing = false }
    case .interfaceScaleChanged(let scale): setInterfaceScale(scale)
    case .resized(let size):
      if isOpen { outcome.add(.needsDrawing) }
      scroll = PanelLayout(self, surface: size).scroll
    case .exposed, .pinch, .swipe, .fullScreenChanged, .displayProfileChanged, .closeRequested,
      .connectionLost:
      break
    }
    if isOpen, listing == nil { repairSelection() }
    if isOpen { scroll = PanelLayout(self, surface: surface).scroll }
    addChanges(since: before, surface, to: &outcome)
    return outcome
  }

  /// A finger on the panel is its pointer; any further one is nobody's.
  private mutating func take(
    _ touch: TouchEvent, _ surface: PixelSize, _ outcome: inout PanelOutcome
  ) -> Bool {
    func button(_ isPressed: Bool) -> ButtonEvent {
      ButtonEvent(
        button: 1, isPressed: isPressed, position: touch.position, modifiers: [], time: touch.time)
    }
    if touch.phase == .began, finger == nil {
      guard press(button(true), surface, &outcome) else { return false }
      finger = touch.id
      return true
    }
    guard touch.id == finger else { return finger != nil && touch.phase == .began }
    _ = move(to: touch.position, surface)
    if touch.phase == .ended || touch.phase == .cancelled {
      finger = nil
      hover = nil
      return release(1)
    }
    return true
  }

  private func addChanges(
    since before: FilterPanel, _ surface: PixelSize, to outcome: inout PanelOutcome
  ) {
    if chain != before.chain { outcome.add(.chainChanged) }
    if isComparing != before.isComparing { outcome.add(.compare(isComparing)) }
    if keepsChain != before.keepsChain { outcome.add(.keepChanged(keepsChain)) }
    if split != before.split { outcome.add(.splitMoved(splitColumn(on: surface))) }
    if before.isOpen, !isOpen { outcome.add(.close) }
    if looks != before.looks { outcome.add(.needsDrawing) }
  }

  /// The same without what nobody sees.
  private var looks: FilterPanel {
    var looks = self
    looks.lastPress = nil
    looks.wheel = Wheel()
    looks.drag = nil
    looks.finger = nil
    looks.isShiftHeld = false
    looks.ownButtons = []
    looks.foreignButtons = []
    return looks
  }

  /// Scrolls as far as a row needs to be seen whole.
  mutating func reveal(_ row: PanelRow?, _ surface: PixelSize) {
    let layout = PanelLayout(self, surface: surface)
    guard let row, let placed = layout.rows.first(where: { $0.row == row }), placed.isScrolled
    else { return }
    let below = placed.rect.maxY - layout.viewport.maxY
    if below > 0 { scroll = layout.scroll + below }
    let above = layout.viewport.minY - placed.rect.minY
    if above > 0 { scroll = layout.scroll - above }
  }
}
