/// A packet received from a socket that preserves packets.
package struct ReceivedPacket: ~Copyable {
  /// The number of bytes of the buffer that it fills.
  package let count: Int
  /// The descriptor that came with it, if any.
  package var descriptor: FileDescriptor?
  /// True if it was longer than the buffer, or carried more than one descriptor.
  package let isCut: Bool
}
