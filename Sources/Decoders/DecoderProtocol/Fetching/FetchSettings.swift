/// Timeouts, retries and cache size.
package struct FetchSettings: Hashable, Sendable {
  /// The size of the disk cache in bytes; 0 disables it.
  package var cacheBytes: Int
  /// The connection timeout in milliseconds.
  package var connectTimeout: Int
  /// The timeout in milliseconds for a transfer that receives no data.
  package var stallTimeout: Int
  /// The number of attempts for a request, including the first.
  package var attempts: Int
  /// The delay before the first retry in milliseconds; it doubles with each retry.
  package var firstDelay: Int
  /// The longest delay that a server may request with Retry-After, in milliseconds.
  package var longestDelay: Int

  /// The viewer's settings by default.
  package init(
    cacheBytes: Int = 1 << 30, connectTimeout: Int = 15_000, stallTimeout: Int = 20_000,
    attempts: Int = 4, firstDelay: Int = 500, longestDelay: Int = 30_000
  ) {
    self.cacheBytes = cacheBytes
    self.connectTimeout = connectTimeout
    self.stallTimeout = stallTimeout
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }
}
