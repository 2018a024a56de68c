import DecoderProtocol
import Platform

/// The running process that fetches, and what it and the viewer say to each other.
final class FetcherProcess {
  private let peer: Peer
  /// Whether it has been asked whether it still works.
  private var hasAsked = false

  /// Seconds without a word after which it is asked whether it still works.
  private static let silenceToAsk = 10.0
  /// How fast a slow processor unpacks what comes through TLS.
  private static let bytesPerSecond = 20_000_000.0

  /// Starts it with the user's files.
  init(_ locator: FetcherLocator, files: FetchFiles = FetchFiles()) throws(FetchError) {
    let started: Peer?
    let headers = try files.openHeaders()
    let netrc = try files.openNetrc()
    var bounds = PeerBounds.fetching
    bounds.greetingTimeout = locator.greetingPatience
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

  /// Seconds until it must be looked at again; `isOwed` says whether anything is asked of it.
  func patience(isOwed: Bool) -> Double {
    let now = MonotonicClock.now()
    return max(0, peer.nextLook(isOwed: isOwed, now: now) - now)
  }

  /// Looks after what a poll, and the time, have brought; `take` gets what it says.
  func step(
    _ pollSet: PollSet, isOwed: @autoclosure () -> Bool,
    take: (FetchReport) throws(FetchError) -> PeerSignal
  ) throws(FetchError) {
    do throws(PeerFailure<FetchError>) {
      try peer.step(pollSet, isOwed: isOwed(), now: MonotonicClock.now(), take: take)
    } catch {
      throw fetchError(error)
    }
    let isSilent = peer.silence >= Self.silenceToAsk
    if isSilent, !hasAsked { send(.ask) }
    hasAsked = isSilent
  }

  /// Waits for an answer, for a thread that has nothing else to do.
  func wait<Answer>(
    for answer: () -> Answer?, take: (FetchReport) throws(FetchError) -> PeerSignal
  ) throws(FetchError) -> Answer {
    do throws(PeerFailure<FetchError>) {
      return try peer.wait(for: answer, take: take)
    } catch {
      throw fetchError(error)
    }
  }

  /// Tells it something, now or when its socket takes it; a file may go along.
  func send(_ order: FetchOrder, with file: Shared<FileDescriptor>? = nil) {
    peer.send(order.encoded, with: file)
    peer.flush()
  }

  /// It has been asked for something, or has answered: it has processor time for what it has to do,
  /// a second for each `bytesPerSecond` of that.
  func grant(bytes: Int) { peer.grant(more: Double(bytes) / Self.bytesPerSecond) }

  /// It has just been asked for something after a rest.
  func restartWatch() { peer.restartWatch(now: MonotonicClock.now()) }

  private func fetchError(_ failure: PeerFailure<FetchError>) -> FetchError {
    switch failure {
    case .broke(let error): error
    case .ended(let end): .ended(end, lastWords: peer.lastWords(1).last ?? "")
    case .badLength: .lied("it sent a message that can't be")
    case .sentDescriptors: .lied("it sent open files")
    case .hungUp: .lied("it hung up")
    case .fault(.hung):
      .lied(peer.hasGreeted ? "it stopped responding" : "it did not begin to work")
    case .fault(.messages): .lied("it sent messages without end")
    case .fault(.errorOutput): .lied("it wrote errors without end")
    case .fault(.processorTime): .lied("it used too much processor time")
    case .fault(.threads): .lied("it started too many threads")
    }
  }
}

extension PeerBounds {
  /// What holds for the process that fetches: it waits for servers, and tells of many requests.
  fileprivate static let fetching: PeerBounds = {
    var bounds = PeerBounds.standard
    bounds.hangTimeout = 60
    // A download takes as long as it takes; that it still works is asked.
    bounds.standstillTimeout = .infinity
    bounds.messageRate = 1000
    bounds.messageBurst = 4000
    return bounds
  }()
}
