import Gestures

/// Text being typed into a node.
package struct Typing<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The node's ID.
  package let id: ID
  /// The text field.
  package private(set) var field: TextField
  /// True if letters are typed in their own alphabet; otherwise as the Latin ones of their keys, in
  /// which commands and numbers are written.
  private var keepsAlphabet = false
  /// Why the text can't be accepted.
  package var problem: String?

  /// Starts typing with a text; if it is selected, the first character replaces it.
  package init(_ id: ID, _ text: String = "", isSelected: Bool = false) {
    self.id = id
    field = TextField(text, isSelected: isSelected)
  }

  /// Starts typing with a text whose first Unicode scalars are selected.
  package init(_ id: ID, _ text: String, selected: Int) {
    self.id = id
    field = TextField(text, selected: selected)
  }

  /// Returns the same for a text that names a file or a folder, in any alphabet.
  package func inAnyAlphabet() -> Typing {
    var typing = self
    typing.keepsAlphabet = true
    return typing
  }

  /// Starts typing with a node's text; `nil` if the node can't be edited.
  package init?(_ node: Node<ID>) {
    guard let text = node.typed else { return nil }
    self.init(node.id, text, isSelected: true)
  }

  /// Returns the effect of a press elsewhere: the text is accepted or discarded.
  func ending(byPressOn target: Target<ID>?, in placed: Placed<ID>) -> ControlEffect<ID>? {
    let message = placed.node(.message).map { Target($0.id) }
    if isWholePanels(placed) || target == Target(id, .value) || target != nil && target == message {
      return nil
    }
    return .enter(id, field.text, givesUp: true)
  }

  private func isWholePanels(_ placed: Placed<ID>) -> Bool { placed.node(.textField)?.id == id }

  /// Handles a key; `nil` for the key that discards the text.
  ///
  /// All keys are consumed, so that no letter rotates the picture meanwhile.
  mutating func take(_ press: KeyPress, in placed: Placed<ID>) -> [ControlEffect<ID>]? {
    let direction = press.direction
    if isWholePanels(placed) {
      switch press.key {
      case .escape: return [.dismiss]
      case .enter: return placed.focused.map { [.press($0.node.id)] } ?? []
      case .pageUp: return placed.focus(movedBy: -8)
      case .pageDown: return placed.focus(movedBy: 8)
      default: if let direction { return placed.focus(movedBy: direction) }
      }
    } else {
      if press.key == .escape { return nil }
      if press.key == .enter { return [.enter(id, field.text, givesUp: false)] }
      if let direction {
        let next = placed.focused == nil ? [] : placed.focus(turnedBy: direction)
        return [.enter(id, field.text, givesUp: false)] + next
      }
    }
    guard let edit = press.edit(keepsAlphabet: keepsAlphabet) else { return [] }
    let before = field.text
    field.apply(edit)
    problem = nil
    return isWholePanels(placed) && field.text != before ? [.edit(id, field.text)] : []
  }
}

extension KeyPress {
  /// The direction in a list of rows: 1 is down and -1 up; `nil` for other keys.
  package var direction: Int? {
    switch key {
    case .up, .backTab: -1
    case .tab where modifiers.contains(.shift): -1
    case .down, .tab: 1
    default: nil
    }
  }

  /// Returns the edit that the key makes; `nil` if it makes none.
  fileprivate func edit(keepsAlphabet: Bool) -> TextField.Edit? {
    let isChord = !modifiers.isDisjoint(with: [.control, .alt, .logo])
    switch key {
    case .backspace: return isChord ? .clear : .deleteBackward
    case .delete: return .deleteForward
    case .left: return .left
    case .right: return .right
    case .home: return .start
    case .end: return .end
    default:
      if isChord { return key.isLetter("u") && modifiers == [.control] ? .clear : nil }
      let original = keepsAlphabet ? originalKeysym.map { Keysym(rawValue: $0) } : nil
      return (original?.character ?? key.character).map { .insert($0) }
    }
  }
}

extension Keysym {
  /// The corresponding C constant is `XK_ISO_Left_Tab`: Shift+Tab.
  static let backTab = Keysym(rawValue: 0xfe20)

  /// The corresponding C constants are `XK_Shift_L` and `XK_Shift_R`.
  package var isShift: Bool { rawValue == 0xffe1 || rawValue == 0xffe2 }

  /// True for a letter in either case.
  package func isLetter(_ letter: Unicode.Scalar) -> Bool {
    rawValue == letter.value || rawValue == letter.value - 32
  }
}
