import DecoderProtocol
import Platform

/// The running fetcher, and the connection to it.
final class FetcherProcess {
  private let peer: Peer
  /// True while it owes a reply to `ask`.
  private var hasAsked = false

  /// Seconds of silence after which it is asked if it still works.
  private static let silenceToAsk = 10.0
  /// How fast a slow processor decrypts and decompresses, in bytes per second.
  private static let bytesPerSecond = 20_000_000.0

  /// Starts the fetcher with the user's files.
  init(_ locator: FetcherLocator, files: FetchFiles = FetchFiles()) throws(FetchError) {
    let started: Peer?
    let headers = try files.openHeaders()
    let netrc = try files.openNetrc()
    var bounds = PeerBounds.fetching
    bounds.greetingTimeout = locator.greetingTimeLimit
    do throws(Errno) {
      started = try Peer(
        locator.candidates, name: FetchWire.program,
        descriptors: [headers.number, netrc.number], framing: .packets,
        environment: locator.environment, bounds: bounds, now: MonotonicClock.now())
    } catch {
      throw .notStarted(error)
    }
    guard let started else { throw .notInstalled }
    peer = started
  }

  func addDescriptors(to pollSet: inout PollSet) { peer.addDescriptors(to: &pollSet) }

  /// Seconds until the next timeout; `hasPendingReply` is true while a request is pending.
  func timeout(hasPendingReply: Bool) -> Double {
    let now = MonotonicClock.now()
    return max(0, peer.nextCheck(hasPendingReply: hasPendingReply, now: now) - now)
  }

  /// Handles poll results and timeouts; `take` gets its messages.
  func step(
    _ pollSet: PollSet, hasPendingReply: @autoclosure () -> Bool,
    take: (FetchReport) throws(FetchError) -> PeerSignal
  ) throws(FetchError) {
    do throws(PeerFailure<FetchError>) {
      try peer.step(
        pollSet, hasPendingReply: hasPendingReply(), now: MonotonicClock.now(), take: take)
    } catch {
      throw fetchError(error)
    }
    let isSilent = peer.silence >= Self.silenceToAsk
    if isSilent, !hasAsked { send(.ask) }
    hasAsked = isSilent
  }

  /// Blocks until an answer arrives.
  func wait<Answer>(
    for answer: () -> Answer?, take: (FetchReport) throws(FetchError) -> PeerSignal
  ) throws(FetchError) -> Answer {
    do throws(PeerFailure<FetchError>) {
      return try peer.wait(for: answer, take: take)
    } catch {
      throw fetchError(error)
    }
  }

  /// Sends a message, now or when its socket takes it; a file may be attached.
  func send(_ order: FetchCommand, with file: Shared<FileDescriptor>? = nil) {
    peer.send(order.encoded, with: file)
    peer.flush()
  }

  /// Grants processor time after a request or a reply: a second for each `bytesPerSecond`.
  func grant(bytes: Int) { peer.grant(more: Double(bytes) / Self.bytesPerSecond) }

  /// Restarts its timeout after an idle time.
  func restartWatch() { peer.restartWatch(now: MonotonicClock.now()) }

  private func fetchError(_ failure: PeerFailure<FetchError>) -> FetchError {
    switch failure {
    case .broke(let error): error
    case .ended(let end): .ended(end, lastWords: peer.lastWords(1).last ?? "")
    case .badLength: .lied("it sent an invalid message")
    case .sentDescriptors: .lied("it sent file descriptors")
    case .hungUp: .lied("it closed the connection")
    case .fault(.hung):
      .lied(peer.hasGreeted ? "it stopped responding" : "it did not start")
    case .fault(.messages): .lied("it sent too many messages")
    case .fault(.errorOutput): .lied("it wrote too many errors")
    case .fault(.processorTime): .lied("it used too much processor time")
    case .fault(.threads): .lied("it started too many threads")
    }
  }
}

extension PeerBounds {
  /// The limits of the fetcher, which waits for servers and reports on many requests.
  fileprivate static let fetching: PeerBounds = {
    var bounds = PeerBounds.standard
    bounds.hangTimeout = 60
    // A download may take any time; `ask` checks that the fetcher still works.
    bounds.standstillTimeout = .infinity
    bounds.messageRate = 1000
    bounds.messageBurst = 4000
    return bounds
  }()
}
