import Geometry
import Gestures
import TestSupport
import Testing

@testable import Windowing

/// The viewer's keys on keyboards with other layouts.
@Suite(
  .serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"),
  .enabled(if: TestProcess.canFind("setxkbmap"), "setxkbmap is not installed"))
struct KeyboardTests {
  /// Keys by their positions on a US keyboard; the numbers are evdev keycodes, as in Xvfb.
  private enum Code {
    static let two = 11
    static let three = 12
    static let four = 13
    static let seven = 16
    static let q = 24
    static let r = 27
    static let leftBracket = 34
    static let f = 41
    static let l = 46
    static let semicolon = 47
    static let comma = 59
    static let f11 = 95
    static let altGr = 108
  }

  private func keys(
    _ layout: String, group: UInt32 = 0, _ codes: [(code: Int, shifted: Bool)]
  ) throws -> [Keysym] {
    try presses(layout, group: group, codes).map(\.key)
  }

  private func presses(
    _ layout: String, group: UInt32 = 0, altGr: Bool = false, _ codes: [(code: Int, shifted: Bool)]
  ) throws -> [KeyPress] {
    let session = try WindowSession()
    session.map()
    session.hands.move(toX: 200, y: 150)
    session.client.focus(session.window.id)
    // With the server's initial layout, so that the window has read that one.
    session.hands.key(code: Code.comma)
    #expect(session.wait(for: { if case .key(let key) = $0 { key.keysym == 44 } else { false } }))
    let change = try session.server.run("setxkbmap", ["-layout", layout])
    #expect(change.wait(limit: 60) == .status(0), "\(change.standardError)")
    session.hands.lockLayout(group)
    session.forget()
    for (code, shifted) in codes {
      if altGr {
        session.hands.key(code: code, while: Code.altGr)
      } else {
        session.hands.key(code: code, shifted: shifted)
      }
    }
    session.hands.key(code: Code.f11)
    #expect(session.wait(for: { if case .key(let key) = $0 { key.key == .f11 } else { false } }))
    return session.events.compactMap { event -> KeyPress? in
      guard case .key(let press) = event, press.key != .f11, !press.key.isModifier else {
        return nil
      }
      return press
    }
  }

  @Test(arguments: ["ru", "gr", "ua", "il", "ara", "th"])
  func withoutLatinLettersTheUSLayoutApplies(layout: String) throws {
    let found = try keys(
      layout, [(Code.q, false), (Code.f, false), (Code.r, true), (Code.r, false)])
    #expect(found == [.q, .f, .shiftR, .r])
  }

  @Test func punctuationOfRussianKeysIsWhereTheUserSeesIt() throws {
    // On a Russian keyboard, the comma and bracket keys are letters, and Shift+7 is “?”.
    let found = try keys(
      "ru", [(Code.comma, false), (Code.leftBracket, false), (Code.seven, true)])
    #expect(found == [Keysym(","), Keysym("["), .question])
  }

  @Test func theKeyboardsOwnLatinLayoutComesFirst() throws {
    // French keyboards have A where US ones have Q.
    #expect(try keys("ru,fr", [(Code.q, false)]) == [Keysym("a")])
    #expect(try keys("fr,gr", group: 1, [(Code.q, false)]) == [Keysym("a")])
    #expect(try keys("us,gr", group: 1, [(Code.q, false), (Code.f, false)]) == [.q, .f])
  }

  @Test func theCharacterOnTheKeyIsReportedToo() throws {
    let russian = try presses("ru", [(Code.q, false), (Code.q, true)])
    #expect(russian.map(\.key) == [.q, Keysym("Q")])
    let letters: [UInt32?] = [Keysym("й").rawValue, Keysym("Й").rawValue]
    #expect(russian.map(\.originalKeysym) == letters)
    // The digit is that of the second layout.
    let czech = try presses("cz,us", [(Code.four, false), (Code.q, false)])
    #expect(czech.map(\.key) == [Keysym("4"), .q])
    let others: [UInt32?] = [Keysym("č").rawValue, nil]
    #expect(czech.map(\.originalKeysym) == others)
  }

  /// The letter on a Polish keyboard's L must not do what `l` does.
  @Test func withAltGrACharacterStandsForItself() throws {
    let typed = try presses("pl", altGr: true, [(Code.l, false)])
    #expect(typed.map(\.key) == [Keysym("ł")] && typed.first?.originalKeysym == nil)
    #expect(try keys("pl", [(Code.l, false)]) == [.l])
  }

  @Test(arguments: [("fr", Keysym("a")), ("de", .q), ("us(dvorak)", Keysym("'"))])
  func latinLayoutsAreUnchanged(layout: String, key: Keysym) throws {
    let parts = layout.split { "()".contains($0) }.map(String.init)
    let session = parts.count > 1 ? "\(parts[0])(\(parts[1]))" : layout
    #expect(try keys(session, [(Code.q, false)]) == [key])
  }

  /// X has two keysyms for most of these letters; a setting can only name the character.
  @Test func lettersBeyondLatin1AreTheirCharacters() throws {
    #expect(
      try keys("cz", [(Code.two, false), (Code.three, false), (Code.four, false)])
        == [Keysym("ě"), Keysym("š"), Keysym("č")])
    #expect(
      try keys("tr", [(Code.semicolon, false), (Code.semicolon, true)])
        == [Keysym("ş"), Keysym("Ş")])
  }
}
