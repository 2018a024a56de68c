/// A packet that came through a socket that keeps packets apart.
package struct ReceivedPacket: ~Copyable {
  /// How many bytes of the buffer it has.
  package let count: Int
  /// The descriptor that came with it.
  package var descriptor: FileDescriptor?
  /// Whether there was more of it than the buffer takes, or more than one descriptor.
  package let isCut: Bool
}
