/// A message that violates the protocol.
package enum WireError: Error, Hashable, Sendable {
  /// The length is zero or above `WireFormat.longestMessage`.
  case badLength(Int)
  /// The first byte is not a known type.
  case unknownType(UInt8)
  /// The message is too short or too long for its fields.
  case badSize
  /// A field has an invalid value.
  case badValue(StaticString)

  /// Two errors are equal if their descriptions are.
  package static func == (left: WireError, right: WireError) -> Bool {
    "\(left)" == "\(right)"
  }

  /// Hashes the description.
  package func hash(into hasher: inout Hasher) { hasher.combine("\(self)") }
}
