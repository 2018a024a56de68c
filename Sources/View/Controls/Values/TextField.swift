/// Text that is being typed.
package struct TextField: Hashable, Sendable {
  /// What stands there.
  package private(set) var text: String
  /// Behind how many of its Unicode scalars the next one goes.
  package private(set) var caret: Int
  /// Whether the next character takes the place of everything.
  package private(set) var isSelected: Bool

  /// The most that can be typed: more than the longest path has.
  static let mostScalars = 4096

  init(_ text: String = "", isSelected: Bool = false) {
    self.text = text
    caret = text.unicodeScalars.count
    self.isSelected = isSelected && !text.isEmpty
  }

  /// A key of text editing.
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
