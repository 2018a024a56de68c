extension MenuState {
  /// A command as an item.
  struct Item: Hashable, Sendable {
    var name: CommandName
    /// The command with its values; `nil` for one whose values the user must type.
    var command: Command?
    /// The first of its keys; empty if it has none.
    var key = ""
    /// True if its switch is on; `nil` if it isn't a switch.
    var isOn: Bool?
    /// Why the command can't be performed at the moment; `nil` if it can.
    var refusal: String?

    /// The name in the menu; it ends with an ellipsis if values are typed next.
    var title: String { command?.title ?? name.definition.title + "…" }
  }

  struct Section: Hashable, Sendable {
    var title: String
    var items: [Item]
  }
}
