import TestSupport
import Testing

@testable import Viewer

@Suite struct LineReaderTests {
  private func append(_ text: String, to reader: inout LineReader) {
    Array(text.utf8).withUnsafeBytes { reader.append($0) }
  }

  private func lines(_ reader: inout LineReader) -> [LineReader.Line] {
    var lines: [LineReader.Line] = []
    while let line = reader.next() { lines.append(line) }
    return lines
  }

  @Test func linesMayComeInAnyParts() {
    var random = SeededNumbers()
    let text = "one\r\n\ntwo three\n\r\r\nfour"
    for _ in 0..<100 {
      var reader = LineReader()
      var found: [LineReader.Line] = []
      var rest = Substring(text)
      while !rest.isEmpty {
        let part = rest.unicodeScalars.prefix(Int.random(in: 1...6, using: &random))
        append(String(Substring(part)), to: &reader)
        rest = Substring(rest.unicodeScalars.dropFirst(part.count))
        if Bool.random(using: &random) { found += lines(&reader) }
      }
      found += lines(&reader)
      #expect(
        found == ["one", "", "two three", "\r"].map { .line(Array($0.utf8)) },
        "seed \(random.seed)")
      #expect(reader.count == 4 && !reader.hasLine)
    }
  }

  @Test(arguments: [63, 64, 65, 200])
  func longLinesAreDiscardedInBoundedMemory(length: Int) {
    var reader = LineReader(longest: 64)
    var most = 0
    for _ in 0..<length {
      append("x", to: &reader)
      #expect(reader.next() == nil)
      most = max(most, reader.count)
    }
    append("\nnext\n", to: &reader)
    let first = reader.next()
    #expect(first == (length > 64 ? .tooLong : .line(Array(repeating: 0x78, count: length))))
    let second = reader.next()
    #expect(second == .line(Array("next".utf8)))
    #expect(most <= 65)
  }
}
