/// What was fetched.
package struct FetchAnswer: Hashable, Sendable {
  /// Where it came from.
  package enum Source: UInt8, Hashable, Sendable {
    /// The server.
    case network = 0
    /// The cache; the server said that it is still right.
    case confirmed = 1
    /// The cache, unasked.
    case cache = 2
  }

  /// The request's number.
  package var id: UInt32
  /// The address that it came from in the end, after redirects.
  package var address: String
  /// How many bytes there are.
  package var byteCount: Int
  /// Whether it came from the public network; what it names may then lie nowhere else.
  package var isPublic: Bool
  /// Where it came from.
  package var source: Source

  /// An answer with its parts given.
  package init(id: UInt32, address: String, byteCount: Int, isPublic: Bool, source: Source) {
    self.id = id
    self.address = address
    self.byteCount = byteCount
    self.isPublic = isPublic
    self.source = source
  }
}
