/// Cuts the bytes of a stream into messages.
package struct MessageFramer: Sendable {
  private var buffer: [UInt8] = []
  private var start = 0

  /// A framer that has seen nothing.
  package init() {}

  /// Bytes that wait for the rest of their message.
  package var pending: Int { buffer.count - start }

  /// Adds what was read from the stream.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole message, its length taken off, or `nil` where it has not all arrived.
  package mutating func next() throws(WireError) -> ArraySlice<UInt8>? {
    guard buffer.count - start >= 4 else { return nil }
    var reader = WireReader(buffer[start..<start + 4])
    let length = try reader.take32()
    guard length > 0, length <= WireFormat.longestMessage else { throw .badLength(length) }
    guard buffer.count - start >= 4 + length else { return nil }
    defer { start += 4 + length }
    return buffer[start + 4..<start + 4 + length]
  }
}
