import Glibc
import Platform

/// A name that is the address of a file, as browsers and file managers hand them out: what begins
/// with `file:/`, as RFC 8089 has it.
///
/// A file of such a name is opened as `./file:…`.
package enum FileAddress {
  /// Why an address names no file of this computer.
  package enum Problem: Error, Hashable, Sendable {
    /// The file is on the computer of that name.
    case elsewhere([UInt8])
    /// A `%` is not followed by two hexadecimal digits, or what they stand for is in no name.
    case escape

    /// What is wrong, to follow “NAME: ”.
    var sentence: String {
      switch self {
      case .elsewhere(let host):
        "it is a file of the computer \(escapedForDisplay(host)), which can't be reached this way"
      case .escape: "it is no valid address of a file: a % stands before what is no character"
      }
    }
  }

  /// Whether a name is the address of a file.
  package static func isAddress(_ name: [UInt8]) -> Bool {
    String(decoding: name.prefix(6), as: UTF8.self).lowercased() == "file:/"
  }

  /// The path that a name stands for: an address of this computer's is decoded, any other name,
  /// and an address with a problem, is its own.
  package static func path(ofName name: [UInt8]) -> [UInt8] {
    guard isAddress(name), let path = try? path(of: name) else { return name }
    return path
  }

  /// The path of an address.
  ///
  /// A query and a fragment say nothing of a file: they are left out.
  package static func path(
    of address: [UInt8], computer: [UInt8] = computerName()
  ) throws(Problem) -> [UInt8] {
    var rest = address.dropFirst("file:".utf8.count)
    if rest.starts(with: Array("//".utf8)) {
      rest = rest.dropFirst(2)
      let host = Array(rest.prefix { $0 != UInt8(ascii: "/") })
      let isHere =
        host.isEmpty || [Array("localhost".utf8), computer].contains { matches(host, $0) }
      guard isHere else { throw .elsewhere(host) }
      rest = rest.dropFirst(host.count)
    }
    return try decoded(rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }

  private static func decoded(_ text: ArraySlice<UInt8>) throws(Problem) -> [UInt8] {
    var path: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        path.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { throw .escape }
      let value = high << 4 | low
      // Neither stands in a name: one ends it, the other parts it.
      guard value != 0, value != UInt8(ascii: "/") else { throw .escape }
      path.append(value)
    }
    return path
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }

  /// Whether two names of computers are the same; their letters' case says nothing.
  private static func matches(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    func small(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self).lowercased() }
    return small(one) == small(other)
  }

  /// What this computer calls itself; empty where it has no name.
  package static func computerName() -> [UInt8] {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return [] }
    return name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }
}
