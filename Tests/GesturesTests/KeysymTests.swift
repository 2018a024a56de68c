import Testing

@testable import Gestures

/// Keysyms and their characters.
@Suite struct KeysymTests {
  @Test(
    arguments: [
      (0x61, "a"), (0xe9, "é"), (0x1e8, "č"), (0x1b3, "ł"), (0x1f5, "ő"), (0x1ba, "ş"),
      (0x2e6, "ĉ"), (0x3bf, "ŋ"), (0x13be, "Ÿ"), (0x20ac, "€"), (0x6c6, "ф"), (0x6ad, "ґ"),
      (0x7f0, "π"), (0xce0, "א"), (0x5c7, "ا"), (0xda1, "ก"), (0xaa9, "—"), (0x0100_010d, "č"),
      (0x0100_00e9, "é"), (0x0100_20ac, "€"),
    ] as [(UInt32, Unicode.Scalar)])
  func allNumbersOfACharacterAreOneKey(number: UInt32, character: Unicode.Scalar) {
    #expect(Keysym(rawValue: number).character == character)
    #expect(Keysym(rawValue: number).canonical == Keysym(character))
    #expect(Keysym(character).character == character)
  }

  @Test(arguments: [0xff0d, 0xffe1, 0xfe52, 0x1008_ff26, 0x1a4, 0x0100_0007, 0x0111_0000, 0x7f])
  func otherKeysHaveNoCharacter(number: UInt32) {
    #expect(Keysym(rawValue: number).character == nil)
    #expect(Keysym(rawValue: number).canonical == Keysym(rawValue: number))
  }
}
