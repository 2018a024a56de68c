/// Why something could not be fetched.
package struct FetchFailure: Error, Hashable, Sendable {
  /// What kind of trouble it is.
  package var code: Code
  /// One sentence without the address, for the user.
  package var sentence: String
  /// The host that the user has to allow first; empty in every other failure.
  package var host: String

  /// What kind of trouble it is.
  package enum Code: UInt8, Hashable, Sendable, CaseIterable {
    /// There is nothing at the address.
    case missing = 1
    /// The server refuses, or asks to wait longer than anybody would.
    case refused = 2
    /// No such host is known.
    case unknownHost = 3
    /// The host does not answer, or ends the connection.
    case unreachable = 4
    /// The connection is not one that can be trusted.
    case untrusted = 5
    /// It took too long.
    case timeout = 6
    /// It has more bytes than it may.
    case tooLarge = 7
    /// It leads in circles, or where it may not.
    case redirected = 8
    /// It lies where what named it may not lead.
    case forbidden = 9
    /// It is no address.
    case badAddress = 10
    /// The process could not take its own rights away, and refuses to work.
    case sandbox = 11
    /// Anything else.
    case other = 12
    /// The file of header lines says something that can't be.
    case badHeaders = 13
    /// A file on the disk names a host that the user has not allowed.
    case notAllowed = 14
  }

  /// A failure with its sentence.
  package init(_ code: Code, _ sentence: String, host: String = "") {
    self.code = code
    self.sentence = sentence
    self.host = host
  }
}
