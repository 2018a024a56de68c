import DecoderProtocol

/// One thing to fetch.
package struct FetchWish: Hashable, Sendable {
  /// Its address.
  package var address: String
  /// The most bytes that it may have.
  package var limit: Int
  /// Who named its address.
  package var origin: FetchOrigin
  /// Seconds after which an attempt is given up; 0 for no limit.
  package var deadline: Int
  /// Whether its bytes are kept in memory, as those of tiles, or in a file on the disk.
  package var isSmall: Bool

  /// A wish with its parts given.
  package init(
    _ address: String, namedBy origin: FetchOrigin, limit: Int, deadline: Int = 0,
    isSmall: Bool = true
  ) {
    self.address = address
    self.origin = origin
    self.limit = limit
    self.deadline = deadline
    self.isSmall = isSmall
  }

  /// The most bytes that it may have where so many are free in the folder that keeps it: a quarter
  /// of them, so that whatever comes leaves room to others.
  package func limit(freeBytes: Int) -> Int {
    let most = min(limit, FetchWire.largestBody)
    return isSmall ? most : min(most, freeBytes / 4)
  }
}
