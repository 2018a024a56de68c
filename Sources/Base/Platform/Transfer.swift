/// The result of one non-blocking read or write.
package enum Transfer: Hashable, Sendable {
  /// This many bytes were transferred; at least one.
  case bytes(Int)
  /// Nothing could be transferred without blocking.
  case wouldWait
  /// The other side has closed the connection.
  case ended
  /// Descriptors came along and were discarded unopened.
  case carriedDescriptors
}
