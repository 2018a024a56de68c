import Filters
import Geometry
import Gestures

/// Keys while text is typed, all of which are taken: no letter may turn the picture meanwhile.
extension FilterPanel {
  mutating func type(_ press: KeyPress, _ outcome: inout PanelOutcome) {
    switch press.key {
    case .escape: typing = nil
    case .enter: if let effect = commitTyping() { outcome.add(effect) }
    case .tab, .down, .up, .backTab:
      if let effect = commitTyping() { outcome.add(effect) }
      guard typing == nil else { return }
      step(press)
    default:
      guard let edit = press.edit else { return }
      typing?.field.apply(edit)
      typing?.problem = nil
    }
  }

  private mutating func step(_ press: KeyPress) {
    let isBack =
      press.key == .up || press.key == .backTab || press.modifiers.contains(.shift)
    let rows = rows
    guard let place = selection.flatMap({ rows.firstIndex(of: $0) }) else { return }
    select(rows[(place + (isBack ? -1 : 1) + rows.count) % rows.count])
  }

  /// A key in the list of filters.
  mutating func find(_ press: KeyPress, _ surface: PixelSize) {
    guard let listing else { return }
    func select(_ place: Int) {
      self.listing?.selected = min(max(place, 0), max(0, listing.found.count - 1))
    }
    switch press.key {
    case .escape: closeListing()
    case .enter: choose(listing.selected)
    case .up, .backTab: select(listing.selected - 1)
    case .tab where press.modifiers.contains(.shift): select(listing.selected - 1)
    case .down, .tab: select(listing.selected + 1)
    case .pageUp: select(listing.selected - 8)
    case .pageDown: select(listing.selected + 8)
    default:
      guard let edit = press.edit else { return }
      self.listing?.field.apply(edit)
      if self.listing?.field.text != listing.field.text { refreshListing() }
    }
  }
}

extension KeyPress {
  /// What the key does to text; `nil` for a key that does nothing to it.
  var edit: TextField.Edit? {
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
      return key.character.map { .insert($0) }
    }
  }
}

extension Keysym {
  /// The corresponding C constant is `XK_Insert`.
  static let insert = Keysym(rawValue: 0xff63)
  /// The corresponding C constant is `XK_ISO_Left_Tab`: Tab with Shift.
  static let backTab = Keysym(rawValue: 0xfe20)

  /// The corresponding C constants are `XK_Shift_L` and `XK_Shift_R`.
  var isShift: Bool { rawValue == 0xffe1 || rawValue == 0xffe2 }

  /// Whether it is a letter, small or large.
  func isLetter(_ letter: Unicode.Scalar) -> Bool {
    rawValue == letter.value || rawValue == letter.value - 32
  }

  /// The character that it writes: Latin-1's have their own numbers, all others are 2²⁴ above
  /// theirs.
  var character: Unicode.Scalar? {
    switch rawValue {
    case 0x20...0x7E, 0xA0...0xFF: Unicode.Scalar(rawValue)
    case 0x0100_0100...0x0110_FFFF: Unicode.Scalar(rawValue - 0x0100_0000)
    default: nil
    }
  }
}
