import Glibc
import Platform
import TurnProtocol

/// The process that turns one file: sandboxed and distrusted like a decoder.
enum TurnerProcess {
  /// How often it is asked if the user has cancelled, in seconds.
  private static let tick = 0.25
  /// It is silent while it transforms a large picture.
  private static let bounds: PeerBounds = {
    var bounds = PeerBounds.standard
    bounds.hangTimeout = 120
    bounds.standstillTimeout = 120
    bounds.greetingTimeout = 10
    return bounds
  }()

  /// Turns the file `source` into the empty file `output`, both open.
  static func turn(
    _ path: [UInt8], from source: Int32, to output: Int32, _ order: TurnOrder,
    programs: [[UInt8]], isCancelled: () -> Bool
  ) throws(FileChangeError) -> TurnResult {
    let peer = try start(path, [source, output], programs)
    defer { peer.end() }
    peer.send(TurnMessage.begin(order).encoded)
    peer.flush()
    var result: TurnResult?
    do throws(PeerFailure<TurnBreach>) {
      while true {
        var pollSet = PollSet()
        peer.addDescriptors(to: &pollSet)
        pollSet.wait(timeout: tick)
        if isCancelled() { throw .broke(.cancelled) }
        try peer.step(pollSet, hasPendingReply: true, now: MonotonicClock.now()) {
          (message: TurnMessage) throws(TurnBreach) in
          switch message {
          case .hello: return .answer
          case .turned(let turned): result = turned
          case .refused(let refusal): throw .refused(refusal)
          case .begin: throw .protocolBroken
          }
          return .last
        }
        if let result { return result }
      }
    } catch {
      throw FileChangeError(kind(of: error), path)
    }
  }

  private static func start(
    _ path: [UInt8], _ descriptors: [Int32], _ programs: [[UInt8]]
  ) throws(FileChangeError) -> Peer {
    do throws(Errno) {
      let name = TurnMessage.program
      let peer = try Peer(
        programs.map { $0 + Array("/\(name)".utf8) }, name: name, descriptors: descriptors,
        framing: .fixed(TurnMessage.byteCount), bounds: bounds, now: MonotonicClock.now())
      guard let peer else { throw Errno(code: ENOENT, call: "posix_spawn") }
      return peer
    } catch {
      throw FileChangeError(
        .turnerFailed(error.isMissingFile ? "is not installed" : "could not be started"), path)
    }
  }

  private static func kind(of failure: PeerFailure<TurnBreach>) -> FileChangeError.Kind {
    switch failure {
    case .broke(.cancelled): .cancelled
    case .broke(.refused(.unwritable(let code))):
      FileChangeError(Errno(code: Int32(code), call: "write"), []).kind
    case .broke(.refused(let refusal)): .notTurned(refusal)
    case .broke(.protocolBroken), .badLength, .sentDescriptors:
      .turnerFailed("violated its protocol and was stopped")
    case .hungUp, .ended: .turnerFailed("ended before it was done; perhaps memory ran out")
    case .fault(.hung): .turnerFailed("stopped responding")
    case .fault: .turnerFailed("used too much and was stopped")
    }
  }
}

/// Why the conversation with the turner ended early.
package enum TurnBreach: Error, Hashable, Sendable {
  /// It has sent something that it may not send.
  case protocolBroken
  /// It can't turn the file.
  case refused(TurnRefusal)
  /// The user has cancelled.
  case cancelled
}

extension TurnMessage: PeerMessage {
  package init(heard payload: ArraySlice<UInt8>) throws(TurnBreach) {
    guard let message = TurnMessage(payload) else { throw .protocolBroken }
    if case .hello(let version) = message, version != TurnMessage.version { throw .protocolBroken }
    self = message
  }

  package var turn: PeerTurn {
    switch self {
    case .hello: .greeting
    case .refused: .refusal
    case .turned, .begin: .work
    }
  }

  package var outOfTurn: TurnBreach { .protocolBroken }
}
