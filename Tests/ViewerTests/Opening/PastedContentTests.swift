import Platform
import TestSupport
import Testing
import Windowing

@testable import Viewer

/// Clipboard contents of other programs.
@Suite struct PastedContentTests {
  private func names(_ text: String, as target: String = "UTF8_STRING") -> [String]? {
    guard case .names(let names) = PastedContent(.bytes(Array(text.utf8)), as: target) else {
      return nil
    }
    return names.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("text/uri-list", "file:///a.png\r\nfile:///b%20c.png\r\n"),
    ("text/uri-list", "# from a browser\r\nfile:///a.png\r\nfile:///b%20c.png"),
    ("x-special/gnome-copied-files", "copy\nfile:///a.png\nfile:///b%20c.png"),
    ("x-special/gnome-copied-files", "cut\nfile:///a.png\nfile:///b%20c.png\0"),
  ])
  func fileManagersListFiles(target: String, text: String) {
    #expect(names(text, as: target) == ["file:///a.png", "file:///b%20c.png"])
  }

  @Test(arguments: [
    ("/tmp/a b.png", "/tmp/a b.png"), ("  /tmp/a.png\n", "/tmp/a.png"),
    ("https://example.org/a.png", "https://example.org/a.png"), ("file:///x", "file:///x"),
  ])
  func aTextThatIsANameIsOpened(text: String, name: String) { #expect(names(text) == [name]) }

  @Test(arguments: [
    "", "\n", "a.png", "Look at /tmp/a.png", "/tmp/a.png\n/tmp/b.png", "javascript:alert(1)",
    "ftp://example.org/a", "-", "\0",
  ])
  func anyOtherTextIsNothing(text: String) { #expect(names(text) == nil) }

  @Test func endlessListsAreCut() {
    let line = "file:///a.png\n"
    #expect(names(String(repeating: line, count: 1_000_000), as: "text/uri-list")?.count == 10_000)
    #expect(names(String(repeating: "x", count: 5_000_000)) == nil)
  }

  @Test func picturesBecomeFiles() throws {
    guard case .picture(let file) = PastedContent(.bytes([1, 2, 3]), as: "image/png") else {
      Issue.record("no picture")
      return
    }
    #expect(try FileDescriptor.readAll(file.value.number, at: 0, limit: 10) == [1, 2, 3])
    guard case .nothing = PastedContent(.bytes([]), as: "image/png") else {
      Issue.record("an empty picture is none")
      return
    }
  }

  @Test func randomBytesAreHarmless() {
    var numbers = SeededNumbers()
    let targets = PastedContent.targets + ["TARGETS", ""]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0..<64, using: &numbers)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      let target = targets.randomElement(using: &numbers) ?? ""
      if case .names(let names) = PastedContent(.bytes(bytes), as: target) {
        #expect(names.allSatisfy { !$0.contains(0) && !$0.isEmpty }, "\(numbers.origin)")
      }
    }
  }
}
