/// How much of something has come over the network.
package struct FetchProgress: Hashable, Sendable {
  /// Bytes that have come, as they were sent.
  package var received: Int
  /// Bytes that are to come in all; 0 where the server does not say.
  package var total: Int

  /// Some of so many bytes.
  package init(received: Int, total: Int) {
    self.received = received
    self.total = total
  }

  /// The part that has come, 0 to 1; `nil` where nobody knows.
  package var fraction: Double? {
    total > 0 ? min(1, Double(received) / Double(total)) : nil
  }
}
