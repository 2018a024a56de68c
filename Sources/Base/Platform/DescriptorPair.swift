/// Two descriptors that belong together: the ends of a pipe or of a pair of sockets.
package struct DescriptorPair: ~Copyable, Sendable {
  /// The first end; of a pipe, the one that is read.
  package var first: FileDescriptor
  /// The second end; of a pipe, the one that is written.
  package var second: FileDescriptor

  /// Keeps the first end and closes the second.
  package consuming func keepingFirst() -> FileDescriptor { first }
}
