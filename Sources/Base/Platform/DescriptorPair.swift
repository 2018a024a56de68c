/// Two connected descriptors: the ends of a pipe or of a socket pair.
package struct DescriptorPair: ~Copyable, Sendable {
  /// The first end; the read end of a pipe.
  package var first: FileDescriptor
  /// The second end; the write end of a pipe.
  package var second: FileDescriptor

  /// Keeps the first end and closes the second.
  package consuming func keepingFirst() -> FileDescriptor { first }
}
