/// An action on a panel's node, requested by the user.
package enum ControlEffect<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Focus the node.
  case focus(ID)
  /// Activate the node: press a button, toggle a switch, choose an option.
  case press(ID)
  /// Handle a node that is held down or released.
  case hold(ID, Bool)
  /// Switch the node on or off.
  case turn(ID, Bool)
  /// Set the node's number.
  case set(ID, Double)
  /// Choose the next or the previous option.
  case cycle(ID, Int)
  /// Reset the node to its default.
  case reset(ID)
  /// Expand or collapse the node.
  case expand(ID, Bool)
  /// Move the node down by a number of places.
  case move(ID, Int)
  /// Remove the node.
  case remove(ID)
  /// Start typing into the node.
  case type(ID)
  /// The typed text has changed: search again.
  case edit(ID, String)
  /// Accept the typed text.
  ///
  /// An invalid text is discarded, or if `givesUp` is false it stays with an error message; later
  /// effects are then dropped.
  case enter(ID, String, givesUp: Bool)
  /// Close the part that was opened last.
  case dismiss
}

/// The result of handling an event.
package struct ControlAnswer<ID: Hashable & Sendable>: Hashable, Sendable {
  /// True if the event belonged to the panel and must not be handled elsewhere.
  package var isConsumed: Bool
  /// The requested effects, in order.
  package var effects: [ControlEffect<ID>]

  /// Creates an answer.
  package init(_ isConsumed: Bool, _ effects: [ControlEffect<ID>] = []) {
    self.isConsumed = isConsumed
    self.effects = effects
  }
}
