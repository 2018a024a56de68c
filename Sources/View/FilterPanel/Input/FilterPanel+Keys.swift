import Filters
import Geometry
import Gestures

/// Keys.
extension FilterPanel {
  /// A key that was pressed; it says whether it means something here.
  mutating func press(
    _ press: KeyPress, _ surface: PixelSize, _ outcome: inout PanelOutcome
  ) -> Bool {
    guard isOpen else { return false }
    if press.key.isShift {
      isShiftHeld = true
      refineDrag(surface)
      return typing != nil || listing != nil
    }
    let isConsumed: Bool
    if typing != nil {
      type(press, &outcome)
      isConsumed = true
    } else if listing != nil {
      find(press, surface)
      isConsumed = true
    } else {
      isConsumed = command(press, &outcome)
    }
    if isConsumed, isOpen {
      reveal(listing.map { .choice($0.selected) } ?? typing?.row ?? selection, surface)
    }
    return isConsumed
  }

  /// A key that was let go.
  mutating func release(_ press: KeyPress, _ surface: PixelSize) -> Bool {
    if press.key.isShift {
      isShiftHeld = false
      refineDrag(surface)
    }
    if press.key.isLetter("c"), isComparing, drag?.kind != .compare {
      isComparing = false
      return true
    }
    return typing != nil || listing != nil
  }

  private mutating func command(_ press: KeyPress, _ outcome: inout PanelOutcome) -> Bool {
    let modifiers = press.modifiers
    if modifiers.contains(.logo) { return false }
    if modifiers == [.control] || modifiers == [.control, .shift], press.key.isLetter("s") {
      outcome.add(modifiers.contains(.shift) ? .saveView : .savePicture)
      return true
    }
    if !modifiers.isDisjoint(with: [.control, .alt]), press.key == .up || press.key == .down {
      guard let link = selection?.link else { return false }
      move(link, by: press.key == .up ? -1 : 1)
      return true
    }
    if modifiers.contains(.alt) { return false }
    if press.key == .left || press.key == .right {
      return sideways(press.key == .left ? -1 : 1, modifiers)
    }
    guard !modifiers.contains(.control) else { return false }
    if press.key.isLetter("c") {
      isComparing = true
    } else if press.key.isLetter("v") {
      toggleSplit()
    } else if press.key.isLetter("a") || press.key == .insert {
      openListing()
    } else {
      return navigate(press, &outcome)
    }
    return true
  }

  private mutating func navigate(_ press: KeyPress, _ outcome: inout PanelOutcome) -> Bool {
    switch press.key {
    case .up, .backTab: selectNext(-1)
    case .down: selectNext(1)
    case .tab: selectNext(press.modifiers.contains(.shift) ? -1 : 1)
    case .pageUp: return stepSelected(by: 10, press.modifiers)
    case .pageDown: return stepSelected(by: -10, press.modifiers)
    case .home: return setSelected { $0.minimum }
    case .end: return setSelected { $0.maximum }
    case .enter: if let selection { act(on: selection, &outcome) }
    case .space: return switchSelected(&outcome)
    case .delete, .backspace: return deleteSelected(press.modifiers)
    case .escape:
      if case .options? = opened.flatMap({ parameter(of: $0) })?.kind {
        selection = opened
        opened = nil
      } else {
        close()
      }
    default: return false
    }
    return true
  }

  private mutating func selectNext(_ distance: Int) {
    let rows = rows
    guard !rows.isEmpty else { return }
    guard let place = selection.flatMap({ rows.firstIndex(of: $0) }) else {
      select(rows.first)
      return
    }
    select(rows[(place + distance + rows.count) % rows.count])
  }

  private mutating func stepSelected(by count: Int, _ modifiers: Modifiers) -> Bool {
    guard let selection, sliderScale(of: selection) != nil else { return false }
    step(selection, by: count, modifiers)
    return true
  }

  private mutating func setSelected(_ number: (SliderScale) -> Double) -> Bool {
    guard let selection, let scale = sliderScale(of: selection) else { return false }
    setNumber(number(scale), of: selection)
    return true
  }

  private mutating func sideways(_ direction: Int, _ modifiers: Modifiers) -> Bool {
    guard let selection else { return false }
    if stepSelected(by: direction, modifiers) { return true }
    switch (selection, value(of: selection)) {
    case (.filter(let link), _): chain.links[link].isOn = direction > 0
    case (.parameter(let link, let index), .bool?):
      setValue(.bool(direction > 0), link: link, parameter: index)
    case (.parameter, .option?): cycle(selection, by: direction)
    case (.parameter, .color?): opened = direction > 0 ? selection : nil
    case (.keep, _): keepsChain = direction > 0
    // In a list of names the arrows must not turn the pages of the album.
    case (.option, _): break
    default: return false
    }
    return true
  }

  private mutating func switchSelected(_ outcome: inout PanelOutcome) -> Bool {
    guard let selection else { return false }
    switch (selection, value(of: selection)) {
    case (.parameter, .color?): opened = opened == selection ? nil : selection
    case (.filter, _), (.parameter, .bool?), (.parameter, .option?), (.option, _), (.add, _),
      (.keep, _):
      act(on: selection, &outcome)
    default: return false
    }
    return true
  }

  /// A name's filter goes; a value goes back to its default, with Shift its filter goes.
  private mutating func deleteSelected(_ modifiers: Modifiers) -> Bool {
    guard let selection, let link = selection.link else { return false }
    if case .filter = selection { return remove(link) }
    if modifiers.contains(.shift) { return remove(link) }
    reset(selection)
    return true
  }
}
