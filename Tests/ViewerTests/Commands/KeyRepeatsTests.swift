import Geometry
import Gestures
import Testing

@testable import Viewer

/// Repeats of the key that opened a panel.
@Suite struct KeyRepeatsTests {
  private final class Keys {
    private var repeats = KeyRepeats()

    func press(_ key: Keysym, isOpen: Bool) -> Bool {
      repeats.note(.key(event(key)), isOpen: isOpen)
      return isOpen && repeats.isRepeat(.key(event(key)))
    }

    func release(_ key: Keysym) { repeats.note(.keyReleased(event(key)), isOpen: true) }

    func hide() { repeats.note(.visibility(isVisible: false), isOpen: true) }

    private func event(_ key: Keysym) -> KeyPress {
      KeyPress(keysym: key.rawValue, modifiers: [], position: .zero, time: 0)
    }
  }

  @Test func repeatsOfTheOpeningKeyDoNothingUntilItsRelease() {
    let keys = Keys()
    #expect(!keys.press(.f10, isOpen: false))
    #expect(keys.press(.f10, isOpen: true) && keys.press(.f10, isOpen: true))
    #expect(!keys.press(.down, isOpen: true))
    keys.release(.f10)
    #expect(!keys.press(.f10, isOpen: true))
  }

  @Test func aReleaseThatIsNotReportedEndsWithTheWindowsVisibility() {
    let keys = Keys()
    #expect(!keys.press(.f10, isOpen: false))
    keys.hide()
    #expect(!keys.press(.f10, isOpen: true))
  }
}
