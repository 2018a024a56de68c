/// The reason why a request failed.
package struct FetchFailure: Error, Hashable, Sendable {
  /// The kind of error.
  package var code: Code
  /// One sentence for the user, without the address.
  package var sentence: String
  /// The host that the user must allow first; empty for all other errors.
  package var host: String

  /// The kind of error.
  package enum Code: UInt8, Hashable, Sendable, CaseIterable {
    /// There is nothing at the address.
    case missing = 1
    /// The server refuses, or asks for too long a delay.
    case refused = 2
    /// The host name can't be resolved.
    case unknownHost = 3
    /// The host does not answer, or closes the connection.
    case unreachable = 4
    /// The connection can't be trusted.
    case untrusted = 5
    /// A timeout.
    case timeout = 6
    /// The body is larger than the request's limit.
    case tooLarge = 7
    /// A redirect loop, or a redirect that is not allowed.
    case redirected = 8
    /// The address is on a network that its origin may not refer to.
    case forbidden = 9
    /// The address is invalid.
    case badAddress = 10
    /// The fetcher could not enter its sandbox, so it refuses to work.
    case sandbox = 11
    /// Any other error.
    case other = 12
    /// The file of HTTP headers is invalid.
    case badHeaders = 13
    /// A local file names a host that the user has not allowed.
    case notAllowed = 14
  }

  /// An error with its sentence.
  package init(_ code: Code, _ sentence: String, host: String = "") {
    self.code = code
    self.sentence = sentence
    self.host = host
  }
}
