extension KeyMap.Binding {
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
