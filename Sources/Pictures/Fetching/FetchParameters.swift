import DecoderProtocol

/// A request to fetch something.
package struct FetchParameters: Hashable, Sendable {
  /// Its address.
  package var address: String
  /// The maximum number of bytes that the body may have.
  package var limit: Int
  /// The origin of the address.
  package var origin: FetchOrigin
  /// The time limit in seconds for all attempts and redirects; 0 means none.
  package var deadline: Int
  /// True to keep its bytes in memory, as for tiles, instead of in a file on disk.
  ///
  /// They wait for each other: those with limits of more than 4 MiB if these together exceed 144
  /// MiB, the others at 48 MiB. One with a limit of more than 144 MiB is kept on disk all the same.
  package var isSmall: Bool
  /// True if the server is to be asked, however fresh the cached response is.
  package var asksServer: Bool

  /// A request with the given values.
  package init(
    _ address: String, namedBy origin: FetchOrigin, limit: Int, deadline: Int = 0,
    isSmall: Bool = true, asksServer: Bool = false
  ) {
    self.address = address
    self.origin = origin
    self.limit = limit
    self.deadline = deadline
    self.isSmall = isSmall
    self.asksServer = asksServer
  }

  /// The maximum size of the body, in bytes, with `freeBytes` free in its folder: a quarter of
  /// them, which leaves space for others.
  package func limit(freeBytes: Int) -> Int {
    let most = min(limit, FetchWire.largestBody)
    return isSmall ? most : min(most, freeBytes / 4)
  }
}
