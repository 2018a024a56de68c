/// One thing to fetch.
package struct FetchRequest: Hashable, Sendable {
  /// The viewer's number for it, never used twice in one process.
  package var id: UInt32
  /// Its address: `http://…` or `https://…`.
  package var address: String
  /// The most bytes that it may have.
  package var limit: Int
  /// Who named the address.
  package var origin: FetchOrigin
  /// Seconds after which an attempt is given up, however much has come; 0 for no limit.
  package var deadline: Int
  /// True if progress is to be reported.
  package var tellsProgress: Bool

  /// A request with its parts given.
  package init(
    id: UInt32, address: String, limit: Int, origin: FetchOrigin, deadline: Int = 0,
    tellsProgress: Bool = false
  ) {
    self.tellsProgress = tellsProgress
    self.id = id
    self.address = address
    self.limit = limit
    self.origin = origin
    self.deadline = deadline
  }
}
