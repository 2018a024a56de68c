import Gestures

/// The meaning of keys for the rows of a panel.
extension Placed {
  /// Returns the effects of a key on the focused row; `nil` if the key has no meaning here.
  func effects(of press: KeyPress) -> [ControlEffect<ID>]? {
    let modifiers = press.modifiers
    if modifiers.contains(.logo) { return nil }
    if node(.toolbar) != nil { return toolbarEffects(of: press) }
    if !modifiers.isDisjoint(with: [.control, .alt]), press.key == .up || press.key == .down {
      guard let section = focusedSection, section.actions.contains(.move) else { return nil }
      return [.move(section.id, press.key == .up ? -1 : 1)]
    }
    if modifiers.contains(.alt) { return nil }
    switch press.key {
    case .left: return sideways(-1, modifiers)
    case .right: return sideways(1, modifiers)
    default: return modifiers.contains(.control) ? nil : plainKey(press)
    }
  }

  private func plainKey(_ press: KeyPress) -> [ControlEffect<ID>]? {
    if let direction = press.direction { return focus(turnedBy: direction) }
    switch press.key {
    case .pageUp: return step(by: 10, press.modifiers)
    case .pageDown: return step(by: -10, press.modifiers)
    case .home: return limit(\.minimum)
    case .end: return limit(\.maximum)
    case .enter: return focused.map { enter($0.node) } ?? []
    case .space: return focused.flatMap { space($0.node) }
    case .delete, .backspace: return delete(isAll: press.modifiers.contains(.shift))
    case .escape: return [.dismiss]
    default: return nil
    }
  }

  /// Returns the effects of a key in a toolbar, where arrows go sideways and change sliders.
  private func toolbarEffects(of press: KeyPress) -> [ControlEffect<ID>]? {
    guard press.modifiers.isDisjoint(with: [.control, .alt]) else { return nil }
    let items = rows.filter { $0.node.role != .label }.map(\.node.id)
    guard let first = items.first, let last = items.last else { return nil }
    func focus(by distance: Int) -> [ControlEffect<ID>] {
      let place = (focused?.node.id).flatMap(items.firstIndex) ?? -distance
      return [.focus(items[(place + distance + items.count) % items.count])]
    }
    switch press.key {
    case .left, .backTab: return focus(by: -1)
    case .right: return focus(by: 1)
    case .tab: return focus(by: press.modifiers.contains(.shift) ? -1 : 1)
    case .home: return [.focus(first)]
    case .end: return [.focus(last)]
    case .up, .down: return step(by: press.key == .up ? 1 : -1, press.modifiers)
    case .enter: return focused.map { enter($0.node) }
    case .space: return focused.map { [.press($0.node.id)] }
    case .escape: return [.dismiss]
    default: return nil
    }
  }

  private var focusedSection: Node<ID>? { focused.flatMap { section(of: $0.node.id)?.first?.node } }

  /// Focuses the row `distance` rows further on, wrapping around; the first if none is focused.
  func focus(turnedBy distance: Int) -> [ControlEffect<ID>] {
    guard !rows.isEmpty else { return [] }
    let place = focused.flatMap(rows.firstIndex) ?? -distance
    return [.focus(rows[(place + distance + rows.count) % rows.count].node.id)]
  }

  /// Focuses the row `distance` rows further on, at most the last or the first.
  func focus(movedBy distance: Int) -> [ControlEffect<ID>] {
    guard let place = focused.flatMap(rows.firstIndex) else { return [] }
    return [.focus(rows[min(max(place + distance, 0), rows.count - 1)].node.id)]
  }

  private func step(by count: Int, _ modifiers: Modifiers) -> [ControlEffect<ID>]? {
    focused?.node.step(by: count, modifiers).map { [$0] }
  }

  private func limit(_ limit: (SliderScale) -> Double) -> [ControlEffect<ID>]? {
    guard let node = focused?.node, case .number(_, let scale, _) = node.value else { return nil }
    return [.set(node.id, limit(scale))]
  }

  private func sideways(_ direction: Int, _ modifiers: Modifiers) -> [ControlEffect<ID>]? {
    guard let node = focused?.node else { return nil }
    switch node.role {
    case .slider: return step(by: direction, modifiers)
    case .section, .switch: return [.turn(node.id, direction > 0)]
    case .choice: return [.cycle(node.id, direction)]
    case .color: return [.expand(node.id, direction > 0)]
    // In a list of names the arrow keys must not switch pictures.
    case .menuItem: return []
    default: return nil
    }
  }

  private func enter(_ node: Node<ID>) -> [ControlEffect<ID>] {
    node.typed == nil ? [.press(node.id)] : [.type(node.id)]
  }

  private func space(_ node: Node<ID>) -> [ControlEffect<ID>]? {
    switch node.role {
    case .color: [.expand(node.id, !node.isExpanded)]
    case .section, .switch, .choice, .menuItem, .button: [.press(node.id)]
    default: nil
    }
  }

  /// Removes a section, or resets a value to its default; with Shift, removes the value's section.
  private func delete(isAll: Bool) -> [ControlEffect<ID>]? {
    guard let node = focused?.node, let section = focusedSection else { return nil }
    return node.id == section.id || isAll ? [.remove(section.id)] : [.reset(node.id)]
  }
}

extension Node {
  /// Returns the effect of changing its number by steps; `nil` without a number.
  ///
  /// With Shift each step counts ten times; with Control it is a tenth.
  func step(by count: Int, _ modifiers: Modifiers) -> ControlEffect<ID>? {
    guard case .number(let number, let scale, _) = value else { return nil }
    let factor = modifiers.contains(.shift) ? 10 : 1
    let step = modifiers.contains(.control) ? scale.fineStep : scale.step
    return .set(id, scale.value(from: number, by: Double(count * factor), step: step))
  }
}
