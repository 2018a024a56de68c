import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

/// The child is a shell script that sends letters, one per line, through descriptor 3.
private enum Letter: PeerMessage, Equatable {
  case hello
  case sorry
  case answer
  case aside
  case progress

  enum Breach: Error, Hashable {
    case unknown(UInt8)
    case outOfTurn
  }

  var outOfTurn: Breach { .outOfTurn }

  init(heard payload: ArraySlice<UInt8>) throws(Breach) {
    switch payload.first {
    case UInt8(ascii: "h"): self = .hello
    case UInt8(ascii: "s"): self = .sorry
    case UInt8(ascii: "a"): self = .answer
    case UInt8(ascii: "i"): self = .aside
    case UInt8(ascii: "p"): self = .progress
    default: throw .unknown(payload.first ?? 0)
    }
  }

  var turn: PeerTurn {
    switch self {
    case .hello: .greeting
    case .sorry: .refusal
    case .answer, .aside, .progress: .work
    }
  }

  var signal: PeerSignal {
    switch self {
    case .hello, .answer: .answer
    case .sorry: .last
    case .aside: .aside
    case .progress: .progress(0.5)
    }
  }
}

/// A flag that threads look at.
private final class Flag: Sendable {
  let isRaised = Atomic(false)
}

@Suite struct Peers {
  private typealias Failure = PeerFailure<Letter.Breach>

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func peer(
    _ script: String, framing: PeerFraming = .fixed(2),
    adjust: (inout PeerBounds) -> Void = { _ in }
  ) throws -> Peer {
    let path = try folder.file("child", Array("#!/bin/sh\n\(script)\n".utf8))
    try #require(chmod(path, 0o755) == 0)
    var bounds = PeerBounds()
    bounds.tick = 0.1
    adjust(&bounds)
    return try #require(
      try Peer(
        [Array("/nowhere/child".utf8), Array(path.utf8)], name: "child", descriptors: [],
        framing: framing, bounds: bounds, now: MonotonicClock.now()))
  }

  /// The messages received before the peer failed, or at most `count` of them, and the failure.
  private func fate(_ peer: Peer, atMost count: Int = .max) -> (said: [Letter], failure: Failure?) {
    var said: [Letter] = []
    do throws(Failure) {
      try peer.wait(for: { said.count >= count ? () : nil }) {
        (letter: Letter) throws(Letter.Breach) in
        said.append(letter)
        return letter.signal
      }
      return (said, nil)
    } catch {
      return (said, error)
    }
  }

  @Test func aPeerGreetsAnswersAndEnds() throws {
    let (said, failure) = fate(try peer("echo h >&3; echo a >&3; echo first >&2; echo last >&2"))
    #expect(said == [.hello, .answer])
    #expect(failure == .ended(.exited(0)))
  }

  @Test func theLastWordsAreKept() throws {
    let peer = try peer("echo h >&3; echo first >&2; printf '\\033last' >&2; kill -ABRT $$")
    #expect(fate(peer).failure == .ended(.signalled(SIGABRT)))
    #expect(peer.lastWords() == ["first", "\\x1Blast"])
    #expect(peer.hasGreeted)
  }

  @Test func messagesAfterTheLastOneAreIgnored() throws {
    #expect(fate(try peer("printf 's\\na\\n' >&3; sleep 60"), atMost: 1).said == [.sorry])
  }

  @Test(arguments: ["echo a >&3", "printf 'h\\nh\\n' >&3", "echo i >&3", "echo p >&3"])
  func anUnexpectedMessageIsABreach(script: String) throws {
    #expect(fate(try peer("\(script); sleep 60")).failure == .broke(.outOfTurn))
  }

  @Test func anUnknownMessageIsABreach() throws {
    let peer = try peer("echo why >&2; printf 'h\\nx\\n' >&3; sleep 60")
    #expect(fate(peer).failure == .broke(.unknown(UInt8(ascii: "x"))))
    #expect(peer.lastWords() == ["why"])
  }

  /// Messages that arrive together are checked in order: the valid ones count, and the first
  /// violation is reported.
  @Test func messagesBeforeABreachCount() throws {
    let (said, failure) = fate(try peer("printf 'h\\na\\nx\\n' >&3; sleep 60"))
    #expect(said == [.hello, .answer] && failure == .broke(.unknown(UInt8(ascii: "x"))))
    let twice = try peer("printf 'h\\nh\\nx\\n' >&3; sleep 60")
    #expect(fate(twice).failure == .broke(.outOfTurn))
  }

  @Test func anImpossibleLengthIsABreach() throws {
    let peer = try peer(
      "printf '\\006\\000\\000\\000' >&3; sleep 60", framing: .lengths(longest: 5))
    #expect(fate(peer).failure == .badLength(6))
    #expect(
      fate(try self.peer("printf '\\000\\000\\000\\000' >&3", framing: .lengths(longest: 5)))
        .failure == .badLength(0))
  }

  @Test func messagesWithALengthAreSeparated() throws {
    let peer = try peer(
      "printf '\\001\\000\\000\\000h\\003\\000\\000\\000ayy\\001\\000' >&3",
      framing: .lengths(longest: 5))
    let (said, failure) = fate(peer)
    #expect(said == [.hello, .answer])
    #expect(failure == .ended(.exited(0)))
  }

  /// The clock stands still, so that only the burst is allowed.
  @Test func floodsAreStopped() throws {
    let peer = try peer("echo h >&3; exec yes i >&3")
    let now = MonotonicClock.now()
    var said: [Letter] = []
    let failure = #expect(throws: Failure.self) {
      while true {
        var pollSet = PollSet()
        peer.addDescriptors(to: &pollSet)
        pollSet.wait(timeout: 1)
        try peer.step(pollSet, hasPendingReply: true, now: now) {
          (letter: Letter) throws(Letter.Breach) in
          said.append(letter)
          return letter.signal
        }
      }
    }
    #expect(failure == .fault(.messages))
    // The greeting, the allowed burst, and one message too many.
    #expect(said.count == 1 + 1000 + 1)
    #expect(fate(try self.peer("exec yes >&2")).failure == .fault(.errorOutput))
  }

  @Test func aSilentPeerIsHung() throws {
    #expect(
      fate(try peer("echo h >&3; sleep 60") { $0.hangTimeout = 0.3 }).failure == .fault(.hung))
    #expect(fate(try peer("sleep 60") { $0.greetingTimeout = 0.3 }).failure == .fault(.hung))
  }

  /// The child works for a quarter of a second, on processors that many threads share.
  @Test func aChildThatWaitsForAProcessorIsNotHung() throws {
    let isOver = Flag()
    defer { isOver.isRaised.store(true, ordering: .relaxed) }
    for _ in 0..<6 * Processors.count {
      _ = try Thread(name: "busy") { while !isOver.isRaised.load(ordering: .relaxed) {} }
    }
    let peer = try peer(
      "echo h >&3; i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo a >&3; sleep 100"
    ) { $0.hangTimeout = 1 }
    let (said, failure) = fate(peer, atMost: 2)
    #expect(said == [.hello, .answer] && failure == nil, "\(said) \(String(describing: failure))")
  }

  @Test func aPeerWithoutProgressIsHung() throws {
    let peer = try peer("echo h >&3; while :; do echo p >&3; sleep 0.05; done") {
      $0.standstillTimeout = 0.4
    }
    #expect(fate(peer).failure == .fault(.hung))
  }

  /// A closed socket stays readable, so it isn't polled while the peer waits for the child to end.
  @Test func aPeerThatClosesItsSocketIsEnded() throws {
    let peer = try peer("echo h >&3; exec 3>&- 2>&-; sleep 60")
    let before = processorTime()
    #expect(fate(peer).failure == .hungUp)
    #expect(processorTime() - before < 0.3)
    var pollSet = PollSet()
    peer.addDescriptors(to: &pollSet)
    pollSet.wait(timeout: 0.2)
    #expect(!pollSet.isReadable(peer.child.descriptor))
  }

  @Test func aPeerThatDoesNotReadIsHung() throws {
    let peer = try peer("echo h >&3; sleep 60") { $0.mostUnsent = 1 << 20 }
    for _ in 0..<64 { peer.send([UInt8](repeating: 0, count: 65_536)) }
    #expect(fate(peer).failure == .fault(.hung))
  }

  @Test func largeMessagesArriveWhole() throws {
    let peer = try peer(
      "echo h >&3; [ $(head -c 3000000 <&3 | tr -d x | wc -c) = 0 ] && echo a >&3; sleep 60")
    for _ in 0..<3000 { peer.send([UInt8](repeating: UInt8(ascii: "x"), count: 1000)) }
    #expect(fate(peer, atMost: 2).said == [.hello, .answer])
  }

  @Test func aKilledPeerDeliversNothing() throws {
    let peer = try peer("printf 'h\\na\\na\\n' >&3; sleep 60")
    var said = 0
    var pollSet = PollSet()
    while said == 0 {
      pollSet.removeAll()
      peer.addDescriptors(to: &pollSet)
      pollSet.wait(timeout: 1)
      try peer.step(pollSet, hasPendingReply: true, now: MonotonicClock.now()) {
        (_: Letter) throws(Letter.Breach) in
        said += 1
        peer.end()
        return .answer
      }
    }
    #expect(said == 1)
  }

  @Test func aMissingProgramIsNotStarted() throws {
    #expect(
      try Peer(
        [Array("/nowhere/child".utf8)], name: "child", descriptors: [], framing: .packets, now: 0)
        == nil)
  }

  /// Processor time that this thread has used, in seconds.
  private func processorTime() -> Double {
    var used = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
    return Double(used.tv_sec) + Double(used.tv_nsec) / 1e9
  }
}
