import DecoderProtocol

/// How a decoder violated the protocol.
package enum ProtocolBreach: Error, Hashable, Sendable {
  /// The decoder speaks another version.
  case wrongVersion(UInt32)
  /// An undecodable message, or one with an invalid value.
  case badMessage(WireError)
  /// A message that is not allowed at this point, such as a second `info`.
  case unexpectedMessage
  /// A reply to a request that was not sent, or was answered already.
  case unaskedAnswer
  /// The decoder sent file descriptors, which no service allows.
  case sentDescriptors
  /// The decoder closed its socket, but did not exit.
  case closedSocket
}
