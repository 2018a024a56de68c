import Glibc

extension StringProtocol {
  /// Whether a text has another one in it, byte by byte.
  ///
  /// The standard library's search brings its regular expressions along: 1.2 MiB of code in each
  /// decoder, and a quarter of a millisecond of its start. A file's metadata can be megabytes.
  package func containsBytes(of part: some StringProtocol) -> Bool {
    firstOffset(ofBytesOf: part) != nil
  }

  /// What follows the first place where a text has another one in it, byte by byte; `nil` where it
  /// has it nowhere.
  package func rest(afterBytesOf part: some StringProtocol) -> SubSequence? {
    guard let offset = firstOffset(ofBytesOf: part) else { return nil }
    return self[utf8.index(startIndex, offsetBy: offset + part.utf8.count)...]
  }

  /// The text without another one, wherever it has that in it, byte by byte.
  package func removingBytes(of part: some StringProtocol) -> String {
    guard !part.isEmpty else { return String(self) }
    var kept = ""
    var left = self[...]
    while let rest = left.rest(afterBytesOf: part) {
      kept += left[..<utf8.index(rest.startIndex, offsetBy: -part.utf8.count)]
      left = rest
    }
    return kept + left
  }

  /// How many bytes stand before the first place where a text has another one in it.
  private func firstOffset(ofBytesOf part: some StringProtocol) -> Int? {
    var (text, part) = (String(self), String(part))
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard part.count > 0 else { return 0 }
        guard part.count <= text.count, let start = text.baseAddress, let wanted = part.baseAddress
        else { return nil }
        return (0...text.count - part.count).first {
          memcmp(start + $0, wanted, part.count) == 0
        }
      }
    }
  }
}
