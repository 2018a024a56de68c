/// What has come from a child, and is not a whole message yet; never more than one of these and
/// what is read at once.
package struct PeerInbox: Sendable {
  private let framing: PeerFraming
  private var bytes: [UInt8] = []
  private var start = 0

  /// What has come of messages that are told apart in one way: nothing yet.
  package init(_ framing: PeerFraming) { self.framing = framing }

  /// A message that has a length that none may have.
  package struct BadLength: Error { package let length: Int }

  /// Bytes that wait for the rest of their message.
  package var pending: Int { bytes.count - start }

  /// Adds what was read.
  package mutating func append(_ new: UnsafeRawBufferPointer.SubSequence) {
    bytes.removeFirst(start)
    start = 0
    bytes.append(contentsOf: new)
  }

  /// The next whole message; `nil` where it has not all come.
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
