import Platform

/// Reads filters' files (Documentation/Filters.md).
package enum FilterParser {
  /// The longest file, in bytes.
  package static let mostBytes = 256 << 10
  /// The most parameters of a filter.
  package static let mostParameters = 32
  /// The most functions of a filter.
  package static let mostStages = 16
  /// The longest description, in characters; what is longer is cut.
  package static let longestSummary = 120

  /// The filter that a file declares.
  ///
  /// `name` is what chains call it: the file's name without `.frag`. The problem that is thrown is
  /// the first one of the file, with its line.
  package static func parse(
    _ bytes: [UInt8], name: String, origin: FilterDefinition.Origin = .builtIn
  ) throws(FilterProblem) -> FilterDefinition {
    do throws(FilterProblem) {
      guard isFilterName(name) else { throw badName(name) }
      guard bytes.count <= mostBytes else { throw tooLong }
      if let zero = bytes.firstIndex(of: 0) {
        throw FilterProblem(line: line(of: zero, in: bytes), "a zero byte is no text")
      }
      guard String(validating: bytes, as: UTF8.self) != nil else {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let first = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
        throw FilterProblem(line: first.map { $0 + 1 }, "this is no UTF-8 text")
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

  /// Whether chains can call a filter so: lower-case letters, digits, `-` and `_`, a letter first.
  package static func isFilterName(_ name: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy {
      isLetter($0) || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
  }

  static var tooLong: FilterProblem {
    FilterProblem("the file is longer than \(limitName)")
  }

  static var limitName: String { "\(mostBytes >> 10) KiB" }

  private static func badName(_ name: String) -> FilterProblem {
    FilterProblem(
      "\(quoted(name)) can't be a filter's name: those are made of lower-case letters, digits, -"
        + " and _, and begin with a letter")
  }

  private static func line(of index: Int, in bytes: [UInt8]) -> Int {
    1 + bytes[..<index].count { $0 == UInt8(ascii: "\n") }
  }
}
