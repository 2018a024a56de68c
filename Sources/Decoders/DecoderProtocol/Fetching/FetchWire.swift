/// The constants of the fetch protocol, as in Documentation/FetchProtocol.md.
package enum FetchWire {
  /// The version that both sides must speak.
  package static let version: UInt32 = 7
  /// The file name of the installed fetcher.
  package static let program = "fresnel-fetch"
  /// The control socket in the fetcher; it preserves packets, and each is one message.
  package static let controlDescriptor: Int32 = 3
  /// The file with the HTTP headers for each server; `/dev/null` for none.
  package static let headersDescriptor: Int32 = 4
  /// The user's `.netrc`; `/dev/null` unless the user enables it.
  package static let netrcDescriptor: Int32 = 5
  /// The maximum number of bytes in each of these files.
  package static let longestHeaders = 65_536
  /// The maximum number of bytes in a message.
  package static let longestMessage = 16_384
  /// The maximum number of bytes in an address.
  package static let longestAddress = 8192
  /// The maximum number of bytes in a sentence.
  package static let longestSentence = 1024
  /// The maximum number of bytes in a body.
  package static let largestBody = 8 << 30
  /// The maximum number of pending requests.
  package static let mostRequests = 256
  /// The largest cache in bytes.
  package static let largestCache = 1 << 40
  /// The longest timeout, in milliseconds: ten minutes.
  package static let longestTimeout = 600_000
  /// The longest time limit of a request, in seconds: a day.
  package static let longestDeadline = 86_400
  /// The maximum number of attempts for a request.
  package static let mostAttempts = 16
}
