import Glibc
import Platform

/// File URLs, as browsers and file managers pass them: names that start with `file:/` (RFC 8089).
///
/// A file with such a name can be opened as `./file:…`.
package enum FileAddress {
  /// Why a URL refers to no file of this computer.
  package enum Problem: Error, Hashable, Sendable {
    /// The file is on another computer.
    case elsewhere([UInt8])
    /// A `%` is not followed by two hexadecimal digits, or encodes a character that no name has.
    case escape

    /// The problem as a clause to follow “NAME: ”.
    var sentence: String {
      switch self {
      case .elsewhere(let host):
        "it is on the computer \(escapedForDisplay(host)), which file:// can't reach"
      case .escape: "it is not a valid file address: a % does not encode a character of a file name"
      }
    }
  }

  /// True if a name is a file URL.
  package static func isAddress(_ name: [UInt8]) -> Bool {
    String(decoding: name.prefix(6), as: UTF8.self).lowercased() == "file:/"
  }

  /// The path for a name: a URL on this computer is decoded; any other name, and an invalid URL, is
  /// returned unchanged.
  package static func path(ofName name: [UInt8]) -> [UInt8] {
    guard isAddress(name), let path = try? path(of: name) else { return name }
    return path
  }

  /// The path of a URL.
  ///
  /// Query and fragment are ignored.
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

  /// The URL of an absolute path, without a host; bytes that URLs reserve are encoded.
  package static func address(of path: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return Array("file://".utf8)
      + path.flatMap { byte -> [UInt8] in
        if plain.contains(byte) { return [byte] }
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
  }

  /// The bytes that stand for themselves in a path (RFC 3986, unreserved and some delimiters).
  private static let plain = Set(
    Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&()*+,=:@".utf8))

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
      // No name contains these: one terminates it, the other separates names.
      guard value != 0, value != UInt8(ascii: "/") else { throw .escape }
      path.append(value)
    }
    return path
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }

  /// True if two host names are equal, ignoring case.
  private static func matches(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    func small(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self).lowercased() }
    return small(one) == small(other)
  }

  /// This computer's host name; empty if it has none.
  package static func computerName() -> [UInt8] {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return [] }
    return name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }
}
