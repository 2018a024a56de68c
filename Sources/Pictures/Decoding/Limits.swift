import Platform

extension DecoderDesk {
  /// How much patience the viewer has with a decoder: what it has with every child, and more.
  @dynamicMemberLookup
  package struct Limits: Hashable, Sendable {
    /// What holds for every child process.
    package var bounds = PeerBounds.standard
    /// How often a crashed decoder is started again before the picture is given up.
    package var retries = 1
    /// The most bytes of a picture that its decoder may cache on the disk.
    package var largestScratch = 8 << 30

    /// What the viewer uses.
    package static let standard = Limits()

    /// The standard patience, to be changed.
    package init() {}

    /// One of the bounds of every child.
    package subscript<Value>(dynamicMember bound: WritableKeyPath<PeerBounds, Value>) -> Value {
      get { bounds[keyPath: bound] }
      set { bounds[keyPath: bound] = newValue }
    }
  }
}
