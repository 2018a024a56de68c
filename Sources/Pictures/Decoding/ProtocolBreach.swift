import DecoderProtocol

/// How a decoder broke the protocol.
package enum ProtocolBreach: Error, Hashable, Sendable {
  /// It speaks another version.
  case wrongVersion(UInt32)
  /// A message that can't be read, or with a value that can't be.
  case badMessage(WireError)
  /// A message that has no place where it came, such as a second `info`.
  case unexpectedMessage
  /// An answer to a request that was not made, or that has been answered.
  case unaskedAnswer
  /// It sent descriptors.
  case sentDescriptors
  /// It closed its socket, and lived on.
  case closedSocket
}
