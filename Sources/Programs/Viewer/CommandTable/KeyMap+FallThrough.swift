import Preferences

extension KeyMap.Binding {
  /// Returns the commands that the key may perform, innermost first, everywhere or in a context.
  func order(in context: KeyContext? = nil) -> [[Command]] {
    // An animation has frames to page through.
    let met: Set<CommandNeeds> = context == .animation ? [.animation, .pages] : []
    var unmet: Set<CommandNeeds> = []
    var order: [[Command]] = []
    for list in [commands] + wider {
      let isReached = list.contains { !unmet.contains($0.name.definition.needs) }
      if order.isEmpty || isReached && list.allSatisfy(\.mayReplaceAnother) { order.append(list) }
      unmet.formUnion(list.map(\.name.definition.needs))
      guard unmet.isDisjoint(with: met), unmet.allSatisfy(\.letsKeysThrough) else { break }
    }
    return order
  }

  /// Returns the innermost commands of which one is allowed.
  ///
  /// If there are none, or if the key must not fall through, returns `commands`, which say why they
  /// do nothing.
  func effective(allows isAllowed: (CommandName) -> Bool) -> [Command] {
    guard !wider.isEmpty, !commands.contains(where: { isAllowed($0.name) }) else { return commands }
    var inner = commands
    for outer in wider {
      guard inner.allSatisfy({ $0.name.definition.needs.letsKeysThrough }) else { break }
      if outer.contains(where: { isAllowed($0.name) }) {
        return outer.allSatisfy(\.mayReplaceAnother) ? outer : commands
      }
      inner = outer
    }
    return commands
  }
}

extension Command {
  /// True if a key that has another command may fall through to this one.
  ///
  /// A key that the user has bound to something harmless must not write files, start programs or
  /// quit.
  fileprivate var mayReplaceAnother: Bool {
    !needsConfirmation && name != .quit && name != .back
  }
}
