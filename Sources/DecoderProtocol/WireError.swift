/// A message that breaks the protocol.
public enum WireError: Error, Hashable, Sendable {
  /// Its length is zero or above `WireFormat.longestMessage`.
  case badLength(Int)
  /// Its first byte names no message.
  case unknownType(UInt8)
  /// It ends before its last field, or goes on after it.
  case badSize
  /// A field has a value that it can't have.
  case badValue(StaticString)

  /// Two errors are the same when they say the same.
  public static func == (left: WireError, right: WireError) -> Bool {
    "\(left)" == "\(right)"
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine("\(self)") }
}
