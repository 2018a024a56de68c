/// Something that the pointer can be on: a node, or a part of one.
package struct Target<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The node.
  package var id: ID
  /// Which part of it.
  package var part: Part

  /// A part of a node.
  package init(_ id: ID, _ part: Part = .whole) {
    self.id = id
    self.part = part
  }

  /// The parts of nodes.
  package enum Part: Hashable, Sendable {
    /// All of it, wherever nothing smaller is.
    case whole
    /// The switch.
    case toggle
    /// The slider.
    case slider
    /// The value beside the name.
    case value
    /// The arrow before a choice.
    case previous
    /// The arrow behind a choice.
    case next
    /// Moves it up.
    case moveUp
    /// Moves it down.
    case moveDown
    /// Takes it away.
    case remove
  }
}
