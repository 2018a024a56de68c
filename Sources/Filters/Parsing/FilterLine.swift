/// One line of a filter's file.
struct FilterLine {
  /// Its number in the file; the first is 1.
  var number: Int
  /// Its text, without its end.
  var text: Substring

  /// The word after `//!` and what follows it; `nil` for any other line.
  var directive: (word: Substring, rest: Substring)? {
    guard text.utf8.starts(with: "//!".utf8) else { return nil }
    let content = text.dropFirst(3).trimmed
    let word = content.prefix { $0 != " " && $0 != "\t" }
    return (word, content.dropFirst(word.count).trimmed)
  }

  /// The lines of a file's text, whichever ends they have.
  static func lines(of bytes: [UInt8]) -> [FilterLine] {
    var unified: [UInt8] = []
    unified.reserveCapacity(bytes.count)
    let bom = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for index in bytes.indices.dropFirst(bom) {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n"), index > 0, bytes[index - 1] == UInt8(ascii: "\r") { continue }
      unified.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte)
    }
    let text = String(decoding: unified, as: UTF8.self)
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.enumerated().map { FilterLine(number: $0 + 1, text: Substring($1)) }
  }
}

extension StringProtocol {
  /// Without the spaces and tabs at both ends.
  var trimmed: Substring {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    let start = self.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }
    return end.map { Substring(start[...$0]) } ?? ""
  }
}
