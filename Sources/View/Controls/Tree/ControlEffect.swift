/// What somebody wants of a panel, in terms of its nodes.
package enum ControlEffect<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Select it.
  case focus(ID)
  /// Do what it stands for: press a button, turn a switch over, choose a name.
  case press(ID)
  /// It is held, or let go.
  case hold(ID, Bool)
  /// Switch it on or off.
  case turn(ID, Bool)
  /// Set its number.
  case set(ID, Double)
  /// Choose the next of its names, or the previous one.
  case cycle(ID, Int)
  /// Give it its default.
  case reset(ID)
  /// Show its children, or hide them.
  case expand(ID, Bool)
  /// Move it down by so many places.
  case move(ID, Int)
  /// Take it away.
  case remove(ID)
  /// Its text is being typed.
  case type(ID)
  /// What is typed so far is another: find again.
  case edit(ID, String)
  /// Take what was typed; where that is no value it is given up, or stays with a sentence, and no
  /// later effect counts.
  case enter(ID, String, givesUp: Bool)
  /// Close what was opened last.
  case dismiss
}

/// What became of an event.
package struct ControlAnswer<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Whether the event was meant for the panel: nobody else should see it then.
  package var isConsumed: Bool
  /// What has to be done, in order.
  package var effects: [ControlEffect<ID>]

  /// An answer with its effects.
  package init(_ isConsumed: Bool, _ effects: [ControlEffect<ID>] = []) {
    self.isConsumed = isConsumed
    self.effects = effects
  }
}
