import Geometry
import Text

/// A node of a panel's tree: its role, content and actions.
///
/// The tree is the panel's complete description, from which it is laid out, drawn, and operated by
/// pointer and keys.
package struct Node<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The ID in the panel's own terms.
  package var id: ID
  /// The role.
  package var role: Role
  /// The name shown to the user.
  package var name: String
  /// The value.
  package var value: Value
  /// Additional text beside the name, such as a key.
  package var detail: String
  /// The icon before the name, or instead of it.
  package var icon: Icon?
  /// The letter of the name that chooses the node, which is underlined, as a number of Unicode
  /// scalars before it.
  package var mnemonic: Int?
  /// The initial text for typing; `nil` if the node can't be edited.
  package var typed: String?
  /// The current state.
  package var state: State
  /// The supported actions.
  package var actions: Actions
  /// In a toolbar without enough room, items of the highest rank are left out first; those of rank
  /// 0 never are.
  package var rank: Int
  /// The children, from top to bottom.
  package var children: [Node]

  /// Creates a node.
  package init(
    _ id: ID, _ role: Role, _ name: String = "", value: Value = .none, detail: String = "",
    icon: Icon? = nil, mnemonic: Int? = nil, typed: String? = nil, state: State = [],
    actions: Actions = [], rank: Int = 0, children: [Node] = []
  ) {
    self.id = id
    self.role = role
    self.name = name
    self.value = value
    self.detail = detail
    self.icon = icon
    self.mnemonic = mnemonic
    self.typed = typed
    self.state = state
    self.actions = actions
    self.rank = rank
    self.children = children
  }

  /// The role of a node.
  package enum Role: Hashable, Sendable {
    /// The panel's title; its children are buttons.
    case title
    /// A message that is dismissed by a click; a disabled one stays.
    case message
    /// A text field; as a part of the panel it gets all keys, as a row or an item of a toolbar only
    /// after a click. In a toolbar it shows its name.
    case textField
    /// Scrolling rows; its name is shown if there are none.
    case scrollArea
    /// The description of the row under the pointer.
    case tooltip
    /// Rows that don't scroll, if there is room; in a toolbar, items that belong together.
    case group
    /// A row of items side by side: groups of buttons, sliders, text fields and labels.
    case toolbar
    /// A text of a toolbar.
    case label
    /// A row that contains others, with a switch and buttons to move and remove it.
    case section
    /// A button to press or hold.
    case button
    /// A switch.
    case `switch`
    /// A number in a range.
    case slider
    /// One of several options; expanded, its children are the options.
    case choice
    /// An option of an expanded choice, or an item of a menu.
    case menuItem
    /// A colour; expanded, its children are the sliders of its channels.
    case color
    /// A row of a list.
    case listItem
  }

  /// The value of a node.
  package enum Value: Hashable, Sendable {
    /// No value.
    case none
    /// On or off.
    case isOn(Bool)
    /// A number with its scale; `across` has the colours at both ends.
    case number(Double, SliderScale, across: ColorPair? = nil)
    /// A text; `nil` if nothing has been chosen yet.
    case text(String?)
    /// A colour.
    case color(PaintColor)
    /// For a scroll area: the maximum number of rows, for which it reserves room. For a toolbar:
    /// the width and height of its buttons, in pixels at 96 dpi.
    case room(Int)
  }

  /// The state of a node.
  package struct State: OptionSet, Hashable, Sendable {
    /// The set's bits.
    package let rawValue: UInt8
    /// Creates a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The node has the keyboard focus.
    package static var focused: State { State(rawValue: 1) }
    /// The node is the chosen option.
    package static var chosen: State { State(rawValue: 2) }
    /// The node's value is not the default.
    package static var changed: State { State(rawValue: 4) }
    /// The node's children are shown.
    package static var expanded: State { State(rawValue: 8) }
    /// The node can't be activated at the moment.
    package static var disabled: State { State(rawValue: 16) }
  }

  /// The actions of a node in addition to those of its role.
  package struct Actions: OptionSet, Hashable, Sendable {
    /// The set's bits.
    package let rawValue: UInt8
    /// Creates a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The node acts while it is held.
    package static var hold: Actions { Actions(rawValue: 1) }
    /// The node can be reset to its default.
    package static var reset: Actions { Actions(rawValue: 2) }
    /// The node can be expanded and collapsed.
    package static var expand: Actions { Actions(rawValue: 4) }
    /// The node can be moved among its siblings.
    package static var move: Actions { Actions(rawValue: 8) }
    /// The node can be removed.
    package static var remove: Actions { Actions(rawValue: 16) }
  }
}

/// The colours at the ends of a slider.
package struct ColorPair: Hashable, Sendable {
  /// At its left.
  package var low: PaintColor
  /// At its right.
  package var high: PaintColor

  /// A pair of both.
  package init(low: PaintColor, high: PaintColor) {
    self.low = low
    self.high = high
  }
}

/// An icon drawn as lines.
package enum Icon: Hashable, Sendable {
  /// A cross.
  case cross
  /// A plus.
  case plus
  /// A disc with one half empty: before and after.
  case compare
  /// A frame with a line through it.
  case split
  /// An arrow to the right: a menu within a menu.
  case submenu
  /// An arrow to the left.
  case previous
  /// An arrow to the right.
  case next
  /// A picture in a frame.
  case fit
  /// The ratio 1:1.
  case actualSize
  /// An arrow that turns clockwise.
  case turnRight
  /// A triangle.
  case play
  /// Two bars.
  case pause
  /// Sliders.
  case filters
  /// Corners that point outwards.
  case fullScreen
  /// Corners that point inwards.
  case window
  /// Three lines.
  case menu
  /// A magnifying glass: a field that searches.
  case magnifier
  /// A bin with a lid.
  case trash
}
