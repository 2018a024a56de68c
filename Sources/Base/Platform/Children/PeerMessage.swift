/// A message from a child process, as one service defines it.
package protocol PeerMessage {
  /// A violation of the service's protocol.
  associatedtype Breach: Error

  /// Parses and validates a message: anything that the service does not accept is a breach.
  init(heard payload: ArraySlice<UInt8>) throws(Breach)

  /// When the child may send the message.
  var turn: PeerTurn { get }

  /// The breach of a child that sends the message at the wrong time.
  var outOfTurn: Breach { get }
}

/// When a message may be sent.
package enum PeerTurn: Hashable, Sendable {
  /// First, and once: the child has sandboxed itself.
  case greeting
  /// Sent at any time: the child gives up, perhaps because it can't sandbox itself.
  case refusal
  /// Sent after the greeting.
  case work
}

/// The effect of a message on the child's timeouts and quotas.
package enum PeerSignal: Hashable, Sendable {
  /// The child completed part of its work.
  case answer
  /// An unsolicited message; their rate is limited.
  case aside
  /// An unsolicited report of progress, 0 to 1; it counts as progress if it is higher than before.
  case progress(Float)
  /// The last message that counts.
  case last
}

/// Why the conversation with a child process ended.
package enum PeerFailure<Breach: Error>: Error {
  /// The child sent something that its service does not allow.
  case broke(Breach)
  /// The child sent a message of an invalid length.
  case badLength(Int)
  /// The child sent file descriptors, which no service allows.
  case sentDescriptors
  /// The child closed its socket and kept running.
  case hungUp
  /// The child exceeded a timeout or a quota.
  case fault(PeerWatch.Fault)
  /// The process ended.
  case ended(ProcessEnd)
}

extension PeerFailure: Equatable where Breach: Equatable {}
