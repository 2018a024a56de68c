/// How patient fetching is, and how much it may keep.
package struct FetchSettings: Hashable, Sendable {
  /// The most bytes on the disk; 0 keeps nothing.
  package var cacheBytes: Int
  /// Milliseconds within which a connection is there, or can't be had.
  package var connectPatience: Int
  /// Milliseconds without any byte after which a transfer is given up.
  package var stallPatience: Int
  /// How often one request is tried in all.
  package var attempts: Int
  /// Milliseconds before the first repetition; each later one waits twice as long.
  package var firstDelay: Int
  /// The most milliseconds that a server may have a repetition wait.
  package var longestDelay: Int

  /// What the viewer uses, but for what is said.
  package init(
    cacheBytes: Int = 1 << 30, connectPatience: Int = 15_000, stallPatience: Int = 20_000,
    attempts: Int = 4, firstDelay: Int = 500, longestDelay: Int = 30_000
  ) {
    self.cacheBytes = cacheBytes
    self.connectPatience = connectPatience
    self.stallPatience = stallPatience
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }
}
