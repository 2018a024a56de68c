/// What a child process may say to the one who started it: all that this service accepts.
package protocol PeerMessage {
  /// How a child breaks the rules of the service.
  associatedtype Breach: Error

  /// Reads a message and believes nothing of it: whatever the service does not accept is a breach.
  init(heard payload: ArraySlice<UInt8>) throws(Breach)

  /// When it may come.
  var turn: PeerTurn { get }

  /// The breach of a child that says it out of its turn.
  var outOfTurn: Breach { get }
}

/// When a message may come.
package enum PeerTurn: Hashable, Sendable {
  /// First, and once: the child has taken its rights away.
  case greeting
  /// At any time: the child gives up, perhaps because it can't lock itself in.
  case refusal
  /// After the greeting.
  case work
}

/// What a message means for the patience with the one who sent it.
package enum PeerSignal: Hashable, Sendable {
  /// Something was done of what it was asked for.
  case answer
  /// Nobody asked for it; there may be so many a second.
  case aside
  /// How much is done, 0 to 1: an aside that is news where it is higher than before.
  case progress(Float)
  /// Nothing counts that comes after it.
  case last
}

/// Why a child process is not listened to any more.
package enum PeerFailure<Breach: Error>: Error {
  /// It said something that its service does not allow.
  case broke(Breach)
  /// It sent a message of a length that none has.
  case badLength(Int)
  /// It sent descriptors.
  case sentDescriptors
  /// It closed its socket, and lived on.
  case hungUp
  /// It was too silent, said too much, or took too much.
  case fault(PeerWatch.Fault)
  /// It has ended.
  case ended(ProcessEnd)
}

extension PeerFailure: Equatable where Breach: Equatable {}
