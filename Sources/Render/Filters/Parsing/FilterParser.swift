import Platform

struct FilterLine {
  /// The line number, from 1.
  var number: Int
  /// The text without the line ending.
  var text: Substring

  /// The word after `//!` and the rest of the line; `nil` for any other line.
  var directive: (word: Substring, rest: Substring)? {
    guard text.utf8.starts(with: "//!".utf8) else { return nil }
    let content = text.dropFirst(3).trimmed
    let word = content.prefix { $0 != " " && $0 != "\t" }
    return (word, content.dropFirst(word.count).trimmed)
  }

  /// Splits a file's text into lines, with any line endings.
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
  /// The text without leading and trailing spaces and tabs.
  var trimmed: Substring {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    let start = self.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }
    return end.map { Substring(start[...$0]) } ?? ""
  }
}

/// Recognises comments in the lines before a filter's first directive.
struct LeadingComments {
  private var isOpen = false

  /// True if a line has nothing but comments and spaces.
  mutating func isOnlyComment(_ line: Substring) -> Bool {
    var rest = line.trimmed
    while !rest.isEmpty {
      if isOpen {
        while !rest.isEmpty && !rest.utf8.starts(with: "*/".utf8) {
          rest = Substring(rest.unicodeScalars.dropFirst())
        }
        guard !rest.isEmpty else { return true }
        isOpen = false
        rest = rest.dropFirst(2).trimmed
      } else if rest.hasPrefix("/*") {
        isOpen = true
        rest = rest.dropFirst(2)
      } else {
        return rest.hasPrefix("//")
      }
    }
    return true
  }
}

/// Parses filter files (Documentation/Filters.md).
package enum FilterParser {
  /// The maximum file size in bytes.
  package static let mostBytes = 256 << 10
  /// The maximum number of parameters of a filter.
  package static let mostParameters = 32
  /// The maximum number of functions of a filter.
  package static let mostStages = 16
  /// The maximum length of a description in characters; longer ones are truncated.
  package static let longestSummary = 120

  /// Parses a filter's file.
  ///
  /// `name` is the name in chains: the file's name without `.frag`. Throws the first error in the
  /// file, with its line.
  package static func parse(
    _ bytes: [UInt8], name: String, origin: FilterDefinition.Origin = .builtIn
  ) throws(FilterError) -> FilterDefinition {
    do throws(FilterError) {
      guard isFilterName(name) else { throw badName(name) }
      guard bytes.count <= mostBytes else { throw tooLong }
      if let zero = bytes.firstIndex(of: 0) {
        throw FilterError(line: line(of: zero, in: bytes), "a zero byte is not text")
      }
      guard String(validating: bytes, as: UTF8.self) != nil else {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let first = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
        throw FilterError(line: first.map { $0 + 1 }, "this is not UTF-8 text")
      }
      var reader = FilterFileReader()
      for line in FilterLine.lines(of: bytes) { try reader.take(line) }
      return try reader.finished(name: name, origin: origin)
    } catch {
      var problem = error
      problem.file = FilterDefinition.fileName(name: name, origin: origin)
      throw problem
    }
  }

  /// True for a valid filter name: lower-case letters, digits, `-` and `_`, beginning with a
  /// letter.
  package static func isFilterName(_ name: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy {
      isLetter($0) || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
  }

  static var tooLong: FilterError {
    FilterError("the file is longer than \(limitName)")
  }

  static var limitName: String { "\(mostBytes >> 10) KiB" }

  private static func badName(_ name: String) -> FilterError {
    FilterError(
      "\(quoted(name)) can't be a filter's name: names consist of lower-case letters, digits, -"
        + " and _, and begin with a letter")
  }

  private static func line(of index: Int, in bytes: [UInt8]) -> Int {
    1 + bytes[..<index].count { $0 == UInt8(ascii: "\n") }
  }
}
