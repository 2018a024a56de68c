/// The numbers of the wire: what Documentation/FetchProtocol.md describes, in one place.
package enum FetchWire {
  /// The version that both sides must speak.
  package static let version: UInt32 = 4
  /// The program that fetches, as it is installed.
  package static let program = "fresnel-fetch"
  /// The control socket's number in it: it keeps packets apart, and a packet is a message.
  package static let controlDescriptor: Int32 = 3
  /// The number of the file that says which server gets which header lines; `/dev/null` for none.
  package static let headersDescriptor: Int32 = 4
  /// The number of the user's `.netrc`; `/dev/null` unless the user wants it to be used.
  package static let netrcDescriptor: Int32 = 5
  /// The most bytes of each of these files.
  package static let longestHeaders = 65_536
  /// The most bytes of a message.
  package static let longestMessage = 16_384
  /// The most bytes of an address.
  package static let longestAddress = 8192
  /// The most bytes of a sentence.
  package static let longestSentence = 1024
  /// The most bytes of one body.
  package static let largestBody = 8 << 30
  /// The most requests that may be unanswered.
  package static let mostRequests = 256
  /// The most bytes that the cache may be given.
  package static let largestCache = 1 << 40
  /// The longest patience, in milliseconds: ten minutes.
  package static let longestPatience = 600_000
  /// The longest deadline of an attempt, in seconds: a day.
  package static let longestDeadline = 86_400
  /// The most attempts at one request.
  package static let mostAttempts = 16
}
