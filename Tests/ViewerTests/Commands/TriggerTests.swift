import Geometry
import Gestures
import Testing

@testable import Viewer

/// Keys, buttons and wheels as text.
@Suite struct TriggerTests {
  private func press(_ key: Keysym, _ modifiers: Modifiers = []) -> Trigger {
    Trigger(KeyPress(keysym: key.rawValue, modifiers: modifiers, position: .zero, time: 0))
  }

  @Test(arguments: [
    "a", "R", "+", "-", "?", ":", "Space", "PageDown", "Shift+PageDown", "F11", "F24", "Ctrl+S",
    "Ctrl+Shift+S", "Ctrl++", "Alt+Wheel", "Button8", "Shift+Button2", "Super+x", "Menu", "é", "Ö",
    "Wheel", "WheelUp", "Ctrl+WheelDown",
    "č", "ł", "Ő", "ş", "€", "–", "ф", "Ж", "π", "א", "თ", "Ctrl+Č", "Ctrl+Alt+Я",
    "Print", "Pause", "Shift+Insert", "XF86Back", "XF86ZoomIn", "Ctrl+XF86Forward",
  ])
  func aTriggerIsWrittenAsItIsRead(text: String) throws {
    let trigger = try #require(Trigger(parsing: text))
    let shown = trigger.text
    #expect(shown == (text == "Super+x" ? "Super+X" : text))
    #expect(Trigger(parsing: shown) == trigger)
  }

  @Test(arguments: [
    "", "+a", "a+", "Ctrl", "Ctrl+", "Hyper+a", "ab", "F25", "F0", "Button1", "Button4", "Button99",
    "Button-3", "Wheel+Wheel", "a+b", "\u{7}", " ", "漢", "Ctrl+Ctrl+", "+++",
    "가", "čč", "\u{301}", "\u{a0}", "\u{2003}", "\u{200b}", "\u{e000}",
    "XF86", "XF86Nothing", "Back", "print",
  ])
  func anythingElseIsNoTrigger(text: String) { #expect(Trigger(parsing: text) == nil) }

  @Test func shiftBelongsToCharacters() {
    // The plus sign needs Shift on a US keyboard, but not on a German one.
    #expect(press(.plus, .shift) == Trigger(parsing: "+") && press(.plus) == Trigger(parsing: "+"))
    #expect(press(.plus, [.control, .shift]) == Trigger(parsing: "Ctrl++"))
    #expect(press(.shiftR, .shift) == Trigger(parsing: "R"))
    #expect(press(.r) != Trigger(parsing: "R"))
    #expect(Trigger(parsing: "Shift+r") == Trigger(parsing: "R"))
    // With Ctrl, Shift changes what a letter does, whatever its case.
    #expect(press(Keysym("S"), [.control, .shift]) == Trigger(parsing: "Ctrl+Shift+S"))
    #expect(press(Keysym("s"), .control) == Trigger(parsing: "Ctrl+S"))
    #expect(Trigger(parsing: "Ctrl+s") == Trigger(parsing: "Ctrl+S"))
    #expect(press(.pageDown, .shift) != Trigger(parsing: "PageDown"))
  }

  @Test func lettersBeyondLatin1HaveCapitals() {
    #expect(press(Keysym("Č"), .shift) == Trigger(parsing: "Č"))
    #expect(press(Keysym("č")) == Trigger(parsing: "č"))
    #expect(Trigger(parsing: "Shift+ф") == Trigger(parsing: "Ф"))
    #expect(press(Keysym("Ф"), [.control, .shift]) == Trigger(parsing: "Ctrl+Shift+ф"))
    // The dotless i is another letter than the small I, and no keyboard has Georgian capitals.
    for letter in ["ı", "İ", "ß", "ς", "თ"] as [Unicode.Scalar] {
      #expect(!Keysym(letter).isLetter, "\(letter)")
      #expect(press(Keysym(letter), .shift) == Trigger(parsing: String(letter)), "\(letter)")
    }
  }

  @Test func sequencesAreSeparatedBySpaces() {
    #expect(Trigger.sequence(parsing: "g f")?.map(\.text) == ["g", "f"])
    #expect(Trigger.sequence(parsing: "Ctrl+K  Ctrl+S")?.map(\.text) == ["Ctrl+K", "Ctrl+S"])
    #expect(Trigger.sequence(parsing: "g ff") == nil)
    #expect(Trigger.sequence(parsing: " ") == nil)
  }
}
