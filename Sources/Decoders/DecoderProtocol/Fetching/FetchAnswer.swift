/// The result of a successful request.
package struct FetchAnswer: Hashable, Sendable {
  /// The origin of the body.
  package enum Source: UInt8, Hashable, Sendable {
    /// The server.
    case network = 0
    /// The cache, after the server confirmed that it is still valid.
    case confirmed = 1
    /// The cache, without asking the server.
    case cache = 2
  }

  /// The request's id.
  package var id: UInt32
  /// The final address, after redirects.
  package var address: String
  /// The size of the body in bytes.
  package var byteCount: Int
  /// True if it came from the public network; addresses in it must then be public too.
  package var isPublic: Bool
  /// The origin of the body.
  package var source: Source

  /// An answer to a request.
  package init(id: UInt32, address: String, byteCount: Int, isPublic: Bool, source: Source) {
    self.id = id
    self.address = address
    self.byteCount = byteCount
    self.isPublic = isPublic
    self.source = source
  }
}
