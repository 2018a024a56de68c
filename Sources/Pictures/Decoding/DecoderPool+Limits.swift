import Platform

extension DecoderPool {
  /// The limits and timeouts of a decoder: those of every child process, and more.
  @dynamicMemberLookup
  package struct Limits: Hashable, Sendable {
    /// The limits of every child process.
    package var bounds = PeerBounds.standard
    /// How often a crashed decoder is restarted before the picture fails.
    package var retries = 1
    /// The maximum size of a picture's cache on disk, in bytes.
    package var largestScratch = 8 << 30

    /// The viewer's limits.
    package static let standard = Limits()

    /// The standard limits, to be changed.
    package init() {}

    /// One of the limits of every child process.
    package subscript<Value>(dynamicMember bound: WritableKeyPath<PeerBounds, Value>) -> Value {
      get { bounds[keyPath: bound] }
      set { bounds[keyPath: bound] = newValue }
    }
  }
}
