/// A text field's content while it is edited.
package struct TextField: Hashable, Sendable {
  /// The text.
  package private(set) var text: String
  /// The caret's position: the number of Unicode scalars before it.
  package private(set) var caret: Int
  /// The number of Unicode scalars at the beginning that are selected: the next character replaces
  /// them.
  package private(set) var selected: Int

  /// The maximum length in Unicode scalars: more than the longest path.
  static let mostScalars = 4096

  init(_ text: String = "", isSelected: Bool = false) {
    let count = text.unicodeScalars.count
    self.init(text, selected: isSelected ? count : 0, caret: count)
  }

  /// Creates a field whose first Unicode scalars are selected, with the caret after them.
  init(_ text: String, selected: Int) { self.init(text, selected: selected, caret: selected) }

  private init(_ text: String, selected: Int, caret: Int) {
    self.text = text
    self.selected = selected
    self.caret = caret
  }

  /// True if something is selected.
  package var isSelected: Bool { selected > 0 }

  /// An editing key.
  enum Edit: Hashable, Sendable {
    case insert(Unicode.Scalar)
    case deleteBackward, deleteForward, clear
    case left, right, start, end
  }

  mutating func apply(_ edit: Edit) {
    var scalars = Array(text.unicodeScalars)
    let before = selected
    selected = 0
    switch edit {
    case .insert(let scalar):
      if before > 0 {
        scalars.removeFirst(before)
        caret = 0
      }
      guard scalars.count < Self.mostScalars else { return }
      scalars.insert(scalar, at: caret)
      caret += 1
    case .deleteBackward where before > 0, .deleteForward where before > 0:
      scalars.removeFirst(before)
      caret = 0
    case .clear:
      scalars = []
      caret = 0
    case .deleteBackward:
      guard caret > 0 else { return }
      caret -= 1
      scalars.remove(at: caret)
    case .deleteForward:
      guard caret < scalars.count else { return }
      scalars.remove(at: caret)
    case .left: caret = before > 0 ? 0 : max(0, caret - 1)
    case .right: caret = before > 0 ? before : min(scalars.count, caret + 1)
    case .start: caret = 0
    case .end: caret = scalars.count
    }
    text = String(String.UnicodeScalarView(scalars))
  }
}
