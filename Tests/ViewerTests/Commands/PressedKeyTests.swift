import Geometry
import Gestures
import Testing

@testable import Viewer

/// Repeats of a held key.
@Suite struct PressedKeyTests {
  private final class Keys {
    private var pressed = PressedKey()
    /// True if the last press was that of a key that was still down.
    var isHeld: Bool { pressed.isHeld }

    /// Presses a key; returns true if it repeats.
    func press(_ key: Keysym, _ modifiers: Modifiers = [], at now: Double) -> Bool {
      pressed.note(.key(event(key, modifiers, at: now)))
      return pressed.isRepeating
    }

    func release(_ key: Keysym, _ modifiers: Modifiers = []) {
      pressed.note(.keyReleased(event(key, modifiers, at: 0)))
    }

    func loseFocus() { pressed.note(.focusChanged(false)) }

    private func event(_ key: Keysym, _ modifiers: Modifiers, at time: Double) -> KeyPress {
      KeyPress(keysym: key.rawValue, modifiers: modifiers, position: .zero, time: time)
    }
  }

  private let shift = Keysym(rawValue: 0xffe1)
  private let altGr = Keysym(rawValue: 0xfe03)

  @Test func aHeldKeyRepeatsUntilItsRelease() {
    let keys = Keys()
    #expect(!keys.press(.delete, at: 5))
    #expect(keys.press(.delete, at: 5.6) && keys.press(.delete, at: 5.64))
    keys.release(.delete)
    #expect(!keys.press(.delete, at: 5.7))
  }

  @Test func anotherKeyRepeatsNothing() {
    let keys = Keys()
    #expect(!keys.press(.r, at: 5) && !keys.press(.m, at: 5.1) && !keys.press(.r, at: 5.2))
  }

  /// Fast typing releases a key after the next is pressed.
  @Test func theReleaseOfAnEarlierKeyChangesNothing() {
    let keys = Keys()
    #expect(!keys.press(.n, at: 5) && !keys.press(.delete, at: 5.1))
    keys.release(.n)
    #expect(keys.press(.delete, at: 5.7))
  }

  @Test func modifiersAreReleasedInAnyOrder() {
    let keys = Keys()
    #expect(!keys.press(.delete, .shift, at: 5))
    keys.release(shift, .shift)
    #expect(keys.press(.delete, at: 5.6))
    #expect(!keys.press(.shiftR, .shift, at: 6))
    keys.release(shift, .shift)
    keys.release(.r)
    #expect(!keys.press(.shiftR, .shift, at: 6.2))
  }

  /// On a US keyboard, `?` is on the key of the slash.
  @Test func aSymbolMayBeReleasedAsAnotherOne() {
    let keys = Keys()
    #expect(!keys.press(.question, .shift, at: 5))
    keys.release(shift, .shift)
    #expect(keys.press(.question, .shift, at: 5.6))
    keys.release(Keysym("/"))
    #expect(!keys.press(.question, .shift, at: 5.7))
  }

  /// On a Polish keyboard, `ł` is on the key of the `l`.
  @Test func aSymbolWithAltGrMayBeReleasedAsAnotherOne() {
    let keys = Keys()
    let crossed = Keysym("ł")
    #expect(!keys.press(altGr, at: 4.9) && !keys.press(crossed, at: 5))
    keys.release(altGr)
    keys.release(.l)
    #expect(!keys.press(altGr, at: 5.1) && !keys.press(crossed, at: 5.2))
    #expect(keys.press(crossed, at: 5.8))
  }

  /// AltGr does not change the symbol of Delete, which a fast typist presses before the last letter
  /// is released.
  @Test func aKeyWithoutACharacterIsReleasedAsItself() {
    let keys = Keys()
    #expect(!keys.press(.n, at: 5) && !keys.press(.delete, at: 5.1))
    keys.release(altGr)
    keys.release(.n)
    #expect(keys.press(.delete, at: 5.7))
    keys.release(.delete)
    #expect(!keys.press(.delete, at: 5.8))
  }

  @Test func aLostReleaseBlocksTheKeyForASecond() {
    let keys = Keys()
    #expect(!keys.press(.f, at: 5) && keys.press(.f, at: 5.9) && !keys.press(.f, at: 7))
  }

  @Test func aKeyThatDoesNotRepeatIsUpOnceTheFocusWasLost() {
    let keys = Keys()
    #expect(!keys.press(.f, at: 5) && !keys.press(.f, at: 7) && keys.isHeld)
    keys.loseFocus()
    #expect(keys.press(.f, at: 7.5) && keys.isHeld, "it may be down")
    keys.loseFocus()
    #expect(!keys.press(.f, at: 9) && !keys.isHeld)
    #expect(keys.press(.f, at: 9.5) && keys.isHeld)
  }
}
