/// A message that breaks the protocol.
package enum WireError: Error, Hashable, Sendable {
  /// Its length is zero or above `WireFormat.longestMessage`.
  case badLength(Int)
  /// Its first byte names no message.
  case unknownType(UInt8)
  /// It ends before its last field, or goes on after it.
  case badSize
  /// A field has a value that it can't have.
  case badValue(StaticString)

  /// Two errors are the same when they say the same.
  package static func == (left: WireError, right: WireError) -> Bool {
    "\(left)" == "\(right)"
  }

  /// Hashes what equality compares.
  package func hash(into hasher: inout Hasher) { hasher.combine("\(self)") }
}
