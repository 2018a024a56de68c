import Platform

/// Splits a byte stream into messages.
package struct MessageFramer: Sendable {
  private var inbox = PeerInbox(.lengths(longest: WireFormat.longestMessage))

  /// An empty framer.
  package init() {}

  /// The bytes of an incomplete message.
  package var pending: Int { inbox.pending }

  /// Adds bytes from the stream.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) { inbox.append(bytes[...]) }

  /// The next complete message without its length prefix; `nil` until it is complete.
  package mutating func next() throws(WireError) -> ArraySlice<UInt8>? {
    do throws(PeerInbox.BadLength) {
      return try inbox.next()
    } catch {
      throw .badLength(error.length)
    }
  }
}
