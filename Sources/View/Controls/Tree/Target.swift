/// A hit-test target: a node, or a part of one.
package struct Target<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The node's ID.
  package var id: ID
  /// The part.
  package var part: Part

  /// Creates a target.
  package init(_ id: ID, _ part: Part = .whole) {
    self.id = id
    self.part = part
  }

  /// A part of a node.
  package enum Part: Hashable, Sendable {
    /// All of it, except where a smaller part is.
    case whole
    /// The switch.
    case toggle
    /// The slider.
    case slider
    /// The value beside the name.
    case value
    /// The arrow to the previous option.
    case previous
    /// The arrow to the next option.
    case next
    /// The button that moves the node up.
    case moveUp
    /// The button that moves the node down.
    case moveDown
    /// The button that removes the node.
    case remove
  }
}
