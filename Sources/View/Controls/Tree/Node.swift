import Text

/// One thing of a panel: what it is, what it says, and what can be done with it.
///
/// The tree of them is a panel's whole view: laid out, drawn, and worked by a pointer and keys.
package struct Node<ID: Hashable & Sendable>: Hashable, Sendable {
  /// What it is called in the panel's own terms.
  package var id: ID
  /// What kind of thing it is.
  package var role: Role
  /// What it is called for people.
  package var name: String
  /// What it is set to.
  package var value: Value
  /// What is said beside its name, such as its key.
  package var detail: String
  /// The picture in front of its name, or in place of it.
  package var icon: Icon?
  /// What typing begins with; `nil` where nothing can be typed.
  package var typed: String?
  /// How it is just now.
  package var state: State
  /// What can be done with it.
  package var actions: Actions
  /// What stands in it, from top to bottom.
  package var children: [Node]

  /// A node with all its parts given.
  package init(
    _ id: ID, _ role: Role, _ name: String = "", value: Value = .none, detail: String = "",
    icon: Icon? = nil, typed: String? = nil, state: State = [], actions: Actions = [],
    children: [Node] = []
  ) {
    self.id = id
    self.role = role
    self.name = name
    self.value = value
    self.detail = detail
    self.icon = icon
    self.typed = typed
    self.state = state
    self.actions = actions
    self.children = children
  }

  /// The kinds of things.
  package enum Role: Hashable, Sendable {
    /// What the panel is called; its children are buttons.
    case title
    /// Sentences that a click takes away.
    case message
    /// Text that is typed: as a part of a panel it has all keys, as a row those after a click.
    case textField
    /// Rows that scroll; its name is said where it has none.
    case scrollArea
    /// What the row under the pointer means.
    case tooltip
    /// Rows that always stay, while there is room.
    case group
    /// A row with others below it, which it switches, moves and takes away.
    case section
    /// One that is pressed, or held.
    case button
    /// One that is on or off.
    case `switch`
    /// A number in its range.
    case slider
    /// One of several names; opened, its children are those.
    case choice
    /// A name of an opened choice.
    case menuItem
    /// A colour; opened, its children are the sliders of its channels.
    case color
    /// A line of a list.
    case listItem
  }

  /// What something is set to.
  package enum Value: Hashable, Sendable {
    /// Nothing.
    case none
    /// On or off.
    case isOn(Bool)
    /// A number, and where in its range; `across` are the colours at both ends.
    case number(Double, SliderScale, across: ColorPair? = nil)
    /// What is written; `nil` where nothing is chosen yet.
    case text(String?)
    /// A colour.
    case color(DrawingColor)
    /// Of a scroll area: the most rows that it may come to have, for which it keeps the room.
    case room(Int)
  }

  /// How something is.
  package struct State: OptionSet, Hashable, Sendable {
    /// The set's bits.
    package let rawValue: UInt8
    /// A set of its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Keys go to it.
    package static var focused: State { State(rawValue: 1) }
    /// It is the chosen one of its kind.
    package static var chosen: State { State(rawValue: 2) }
    /// It is another than its default.
    package static var changed: State { State(rawValue: 4) }
    /// Its children are shown.
    package static var expanded: State { State(rawValue: 8) }
  }

  /// What can be done with something beyond what every one of its role can.
  package struct Actions: OptionSet, Hashable, Sendable {
    /// The set's bits.
    package let rawValue: UInt8
    /// A set of its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// It lasts as long as it is held.
    package static var hold: Actions { Actions(rawValue: 1) }
    /// It goes back to its default.
    package static var reset: Actions { Actions(rawValue: 2) }
    /// It shows its children, or hides them.
    package static var expand: Actions { Actions(rawValue: 4) }
    /// It changes places with its neighbour.
    package static var move: Actions { Actions(rawValue: 8) }
    /// It goes.
    package static var remove: Actions { Actions(rawValue: 16) }
  }
}

/// Colours at the ends of a slider.
package struct ColorPair: Hashable, Sendable {
  /// At its left.
  package var low: DrawingColor
  /// At its right.
  package var high: DrawingColor

  /// A pair of both.
  package init(low: DrawingColor, high: DrawingColor) {
    self.low = low
    self.high = high
  }
}

/// Small pictures of lines.
package enum Icon: Hashable, Sendable {
  /// A cross.
  case cross
  /// A plus.
  case plus
  /// A disc of which half is empty: before and after.
  case compare
  /// A frame with a line through it.
  case split
}
