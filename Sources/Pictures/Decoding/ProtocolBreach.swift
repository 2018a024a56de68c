import DecoderProtocol

/// How a decoder violated the protocol.
package enum ProtocolBreach: Error, Hashable, Sendable {
  /// It speaks another version.
  case wrongVersion(UInt32)
  /// An undecodable message, or one with an invalid value.
  case badMessage(WireError)
  /// A message that is not allowed at this point, such as a second `info`.
  case unexpectedMessage
  /// A reply to a request that was not sent, or was answered already.
  case unaskedAnswer
  /// It sent file descriptors, which no service allows.
  case sentDescriptors
  /// It closed its socket, but did not exit.
  case closedSocket
}
