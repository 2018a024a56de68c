import CX11
import Gestures

/// Translates keys of the user's keyboard.
struct Keyboard {
  /// The layout, queried when a key first needs it and again after a change.
  private var layout: KeyboardLayout?

  /// Invalidates the layout.
  mutating func layoutChanged() { layout = nil }

  /// Returns the keysym of a key event, normalised for the viewer's key table, and the character on
  /// the key if that is another one.
  ///
  /// Caps Lock is ignored: it is for typing text and must not turn `f` into another command. Keys
  /// of the number pad are those of the main block. In a layout without Latin letters, a key stands
  /// for the letter of a Latin layout of the same keyboard, or else of a US keyboard, so that `q`
  /// quits on a Greek keyboard, too. AltGr is for typing text as well: with it, a character stands
  /// for itself, so that a Polish `ł` does not do what `l` does.
  mutating func keysyms(of event: inout XKeyEvent) -> (key: Keysym, original: Keysym?)? {
    event.state &= ~UInt32(LockMask)
    var symbol: KeySym = 0
    var text = [CChar](repeating: 0, count: 8)
    XLookupString(&event, &text, Int32(text.count), &symbol, nil)
    guard symbol != 0 else { return nil }
    let found = Keysym(rawValue: UInt32(truncatingIfNeeded: symbol)).withoutKeypad.canonical
    let isWithAltGr = event.state & UInt32(Mod5Mask) != 0
    guard !isWithAltGr, !found.isLatinLetter,
      found.isForeignLetter || (0x21...0xff).contains(found.rawValue)
    else { return (found, nil) }
    let layout = self.layout ?? KeyboardLayout(event.display)
    self.layout = layout
    let key = layout.latin(
      found, code: Int(event.keycode), group: Int(event.state >> 13 & 3),
      isShifted: event.state & UInt32(ShiftMask) != 0)
    return (key, found.isForeignLetter && key != found ? found : nil)
  }
}
