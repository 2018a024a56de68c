import CX11
import InputEvents

/// What keys mean on the user's keyboard.
enum Keyboard {
  /// The keysym of a key event, as the viewer's key table wants it.
  ///
  /// Caps Lock is left out: it is for typing text, and must not turn `f` into another command.
  /// The number pad's keys are the main block's. A letter of another script stands for the Latin
  /// one on its key, so that `q` quits on a Greek keyboard too.
  static func keysym(of event: inout XKeyEvent) -> Keysym? {
    event.state &= ~UInt32(LockMask)
    var symbol: KeySym = 0
    var text = [CChar](repeating: 0, count: 8)
    XLookupString(&event, &text, Int32(text.count), &symbol, nil)
    guard symbol != 0 else { return nil }
    let found = Keysym(rawValue: UInt32(truncatingIfNeeded: symbol)).withoutKeypad
    guard found.isForeignLetter else { return found }
    let level: Int32 = event.state & UInt32(ShiftMask) != 0 ? 1 : 0
    for group: Int32 in 0..<4 {
      let other = XkbKeycodeToKeysym(
        event.display, KeyCode(truncatingIfNeeded: event.keycode), group, level)
      let latin = Keysym(rawValue: UInt32(truncatingIfNeeded: other))
      if other != 0, !latin.isForeignLetter { return latin }
    }
    return found
  }
}
