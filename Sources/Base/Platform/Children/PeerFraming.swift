/// How a socket's bytes are divided into messages.
package enum PeerFraming: Hashable, Sendable {
  /// Each message follows its length, a little-endian 32-bit number, up to `longest` bytes.
  case lengths(longest: Int)
  /// Each message has this many bytes.
  case fixed(Int)
  /// The socket preserves packets, and each packet is a message.
  case packets
}

/// The bytes received from a child that are not a whole message yet: never more than one message
/// plus one read.
package struct PeerInbox: Sendable {
  private let framing: PeerFraming
  private var bytes: [UInt8] = []
  private var start = 0

  /// Creates an empty inbox.
  package init(_ framing: PeerFraming) { self.framing = framing }

  /// A message announced a length that is not allowed.
  package struct BadLength: Error { package let length: Int }

  /// The number of bytes of an incomplete message.
  package var pending: Int { bytes.count - start }

  /// Adds bytes that were read.
  package mutating func append(_ new: UnsafeRawBufferPointer.SubSequence) {
    bytes.removeFirst(start)
    start = 0
    bytes.append(contentsOf: new)
  }

  /// Returns the next whole message; `nil` if it is incomplete.
  package mutating func next() throws(BadLength) -> ArraySlice<UInt8>? {
    let rest = bytes[start...]
    switch framing {
    case .packets: return take(rest.count)
    case .fixed(let count): return take(count)
    case .lengths(let longest):
      guard rest.count >= 4 else { return nil }
      let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard length > 0, length <= longest else { throw BadLength(length: length) }
      return take(4 + length)?.dropFirst(4)
    }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count > 0, pending >= count else { return nil }
    defer { start += count }
    return bytes[start..<start + count]
  }
}
