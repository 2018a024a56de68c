/// What one attempt to move bytes, that never waits, has come to.
package enum Transfer: Hashable, Sendable {
  /// So many bytes were moved; at least one.
  case bytes(Int)
  /// Nothing could be moved now.
  case wouldWait
  /// The other side is gone.
  case ended
  /// Descriptors came along, and were thrown away unopened.
  case carriedDescriptors
}
