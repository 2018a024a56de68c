/// The progress of receiving a body.
package struct FetchProgress: Hashable, Sendable {
  /// Bytes received, as transferred.
  package var received: Int
  /// The total in bytes; 0 if the server does not say.
  package var total: Int

  /// Progress in bytes.
  package init(received: Int, total: Int) {
    self.received = received
    self.total = total
  }

  /// The progress, 0 to 1; `nil` if the total is unknown.
  package var fraction: Double? {
    total > 0 ? min(1, Double(received) / Double(total)) : nil
  }
}
