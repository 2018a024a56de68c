/// A text field's content while it is edited.
package struct TextField: Hashable, Sendable {
  /// The text.
  package private(set) var text: String
  /// The caret's position: the number of Unicode scalars before it.
  package private(set) var caret: Int
  /// True if everything is selected, so that the next character replaces it.
  package private(set) var isSelected: Bool

  /// The maximum length in Unicode scalars: more than the longest path.
  static let mostScalars = 4096

  init(_ text: String = "", isSelected: Bool = false) {
    self.text = text
    caret = text.unicodeScalars.count
    self.isSelected = isSelected && !text.isEmpty
  }

  /// An editing key.
  enum Edit: Hashable, Sendable {
    case insert(Unicode.Scalar)
    case deleteBackward, deleteForward, clear
    case left, right, start, end
  }

  mutating func apply(_ edit: Edit) {
    var scalars = Array(text.unicodeScalars)
    let wasSelected = isSelected
    isSelected = false
    switch edit {
    case .insert(let scalar):
      if wasSelected {
        scalars = []
        caret = 0
      }
      guard scalars.count < Self.mostScalars else { return }
      scalars.insert(scalar, at: caret)
      caret += 1
    case .deleteBackward where wasSelected, .deleteForward where wasSelected, .clear:
      scalars = []
      caret = 0
    case .deleteBackward:
      guard caret > 0 else { return }
      caret -= 1
      scalars.remove(at: caret)
    case .deleteForward:
      guard caret < scalars.count else { return }
      scalars.remove(at: caret)
    case .left: caret = wasSelected ? 0 : max(0, caret - 1)
    case .right: caret = min(scalars.count, caret + 1)
    case .start: caret = 0
    case .end: caret = scalars.count
    }
    text = String(String.UnicodeScalarView(scalars))
  }
}
