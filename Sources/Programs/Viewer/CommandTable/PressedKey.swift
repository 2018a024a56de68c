import Gestures

/// Distinguishes the press of a key from the repeats of a held one.
struct PressedKey: Sendable {
  /// The time within which a held key repeats, in seconds.
  ///
  /// A release that is lost, as when another window gets it, blocks the key no longer than this.
  static let longestPause = 1.0

  /// The key that was pressed last.
  private var last: KeyPress?
  /// True while the window has been visible since the last press; a hidden window may miss the
  /// release.
  private var isWatched = false
  /// True if the window has lost the keyboard focus since the last press: another window may have
  /// got the release.
  private var hasLostFocus = false
  /// True if AltGr was released since the last press: the key may be released as another symbol.
  private var hasLostAltGr = false

  /// True if the last press was that of a key that was still down, however long ago it repeated.
  ///
  /// After the window has lost the focus, a key that has not repeated for `longestPause` is up.
  private(set) var isHeld = false
  /// True if the last press was the repeat of a held key.
  private(set) var isRepeating = false

  /// Notes an event, whichever part of the window handles it.
  mutating func note(_ event: WindowEvent) {
    switch event {
    case .key(let press) where !press.key.isModifier: self.press(press)
    case .keyReleased(let press): release(press)
    case .visibility(false): isWatched = false
    case .focusChanged(false): hasLostFocus = true
    default: break
    }
  }

  /// Handles a press at the server's time, since a busy window reads a held key's repeats late.
  private mutating func press(_ press: KeyPress) {
    let isSame = last?.key.lowercased == press.key.lowercased
    isRepeating = isSame && last.map { press.time - $0.time < Self.longestPause } == true
    // A shortcut of the window manager takes the focus for a moment, while the key may repeat.
    isHeld = isSame && isWatched && (isRepeating || !hasLostFocus)
    last = press
    isWatched = true
    hasLostFocus = false
    hasLostAltGr = false
  }

  /// Handles a release, whatever modifiers were released before.
  private mutating func release(_ press: KeyPress) {
    if press.key.isAltGr { hasLostAltGr = true }
    guard let last, !press.key.isModifier else { return }
    let isSame = last.key.lowercased == press.key.lowercased
    let isRenamed = last.hasShiftedSymbol || hasLostAltGr && last.key.character != nil
    if isSame || isRenamed { self.last = nil }
  }
}

extension KeyPress {
  /// True for a symbol that is typed with Shift, such as `?`; without Shift, its key has another.
  fileprivate var hasShiftedSymbol: Bool {
    let trigger = Trigger(self)
    return modifiers.contains(.shift) && !trigger.modifiers.contains(.shift)
      && trigger.source == .key(key.lowercased)
  }
}

extension Keysym {
  /// True for the keys that choose a key's third to eighth symbol while they are held.
  ///
  /// The corresponding C constants are `XK_Mode_switch`, `XK_ISO_Level3_Shift` and
  /// `XK_ISO_Level5_Shift`.
  fileprivate var isAltGr: Bool { [0xff7e, 0xfe03, 0xfe11].contains(rawValue) }
}
