import Testing

@testable import FileChanges

@Suite struct FileNameTests {
  private func numbered(_ name: String, _ number: Int = 1) -> String {
    String(decoding: FileName(Array(name.utf8)).numbered(number), as: UTF8.self)
  }

  @Test func aNumberStandsBeforeTheExtension() {
    #expect(numbered("photo.jpg") == "photo (1).jpg")
    #expect(numbered("photo.jpg", 12) == "photo (12).jpg")
    #expect(numbered("photo") == "photo (1)")
    #expect(numbered(".hidden") == ".hidden (1)")
    #expect(numbered("a.b.c") == "a.b (1).c")
    #expect(numbered("Dr. Strangelove and others") == "Dr. Strangelove and others (1)")
  }

  @Test func numberedNamesAreNotTooLong() {
    for name in [
      String(repeating: "x", count: 255), String(repeating: "x", count: 251) + ".jpg",
      String(repeating: "é", count: 125) + ".jpeg", "." + String(repeating: "é", count: 127),
    ] {
      let long = FileName(Array(name.utf8)).numbered(100)
      #expect(long.count <= 255 && long.count > 240)
      #expect(String(validating: long, as: UTF8.self) != nil)
      #expect(FileName.flaw(in: long) == nil)
    }
    let bytes = [UInt8](repeating: 0xB1, count: 255)
    #expect(FileName(bytes).numbered(1).count >= 252)
  }

  @Test func impossibleNamesAreRefused() {
    #expect(FileName.flaw(in: []) == .emptyName)
    for name in [".", "..", "a/b", "/", "a\0b"] {
      #expect(FileName.flaw(in: Array(name.utf8)) == .badName)
    }
    #expect(FileName.flaw(in: [UInt8](repeating: 0xFF, count: 256)) == .longName)
    #expect(FileName.flaw(in: [UInt8](repeating: 0xFF, count: 255)) == nil)
    #expect(FileName.flaw(in: Array("a\nb".utf8)) == nil)
  }
}
