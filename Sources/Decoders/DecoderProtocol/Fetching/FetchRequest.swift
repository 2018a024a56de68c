/// One thing to fetch.
package struct FetchRequest: Hashable, Sendable {
  /// The viewer's id for this request, unique within a process.
  package var id: UInt32
  /// The address: `http://…` or `https://…`.
  package var address: String
  /// The maximum number of bytes that the body may have.
  package var limit: Int
  /// Where the body begins in the file that comes with the request, in bytes.
  package var place: Int
  /// The origin of the address.
  package var origin: FetchOrigin
  /// The time limit in seconds for all attempts and redirects, however much has arrived; 0 means
  /// none.
  package var deadline: Int
  /// True if progress is to be reported.
  package var reportsProgress: Bool
  /// True if the server is to be asked, however fresh the cached response is.
  package var asksServer: Bool

  /// A request for an address.
  package init(
    id: UInt32, address: String, limit: Int, place: Int = 0, origin: FetchOrigin,
    deadline: Int = 0, reportsProgress: Bool = false, asksServer: Bool = false
  ) {
    self.asksServer = asksServer
    self.reportsProgress = reportsProgress
    self.id = id
    self.address = address
    self.limit = limit
    self.place = place
    self.origin = origin
    self.deadline = deadline
  }
}
