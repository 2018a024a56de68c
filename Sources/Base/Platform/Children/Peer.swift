/// One child process and the conversation with it, as its parent sees it.
///
/// A peer starts the child, requires a greeting before anything else, and hands its messages to the
/// service. It ends the conversation if the child breaks the protocol, is silent or makes no
/// progress for too long, sends or uses too much, hangs up or ends. What it stores of the child is
/// bounded. It lives on one thread and waits only in `wait`: call `addDescriptors(to:)` before a
/// poll and `step` after it.
package final class Peer {
  /// The child process.
  package let child: ChildProcess
  /// True once the child has sandboxed itself and sent its greeting.
  package private(set) var hasGreeted = false
  /// True once the child has closed its end of the socket.
  package var hasParted: Bool { partedAt != nil }

  private let bounds: PeerBounds
  private var control: FileDescriptor?
  private var errors: FileDescriptor?
  private var inbox: PeerInbox
  private var outbox: PeerOutbox
  private var watch: PeerWatch
  private var partedAt: Double?
  private var isOver = false

  /// The maximum number of bytes read from one descriptor per step, so that no child keeps the
  /// thread from the other children and from the user.
  private static let readLimit = 262_144
  /// The minimum size that a message is counted as: even a one-byte message costs work.
  private static let leastBytes = 64

  /// Starts the first candidate that exists; `nil` if none does.
  ///
  /// In the child, descriptors 0 and 1 are `/dev/null`, 2 is a pipe that is read here, and 3 is the
  /// socket; `descriptors` follow.
  package init?(
    _ candidates: [[UInt8]], name: String, descriptors: [Int32], framing: PeerFraming,
    environment: [[UInt8]] = [], limits: ChildLimits = ChildLimits(),
    bounds: PeerBounds = .standard, now: Double
  ) throws(Errno) {
    let null = try FileDescriptor.openNull()
    let sockets =
      framing == .packets ? try FileDescriptor.packetSocketPair() : try FileDescriptor.socketPair()
    let pipe = try FileDescriptor.pipe()
    try pipe.first.setNonBlocking()
    let numbers = [null.number, null.number, pipe.second.number, sockets.second.number]
    guard
      let child = try ChildProcess.startFirst(
        of: candidates, name: Array(name.utf8), descriptors: numbers + descriptors,
        environment: environment, limits: limits)
    else { return nil }
    self.child = child
    self.bounds = bounds
    control = sockets.keepingFirst()
    errors = pipe.keepingFirst()
    inbox = PeerInbox(framing)
    outbox = PeerOutbox(framing)
    watch = PeerWatch(child, bounds: bounds, now: now)
    child.offerToMemoryKiller()
  }

  // MARK: Polling

  /// Adds the descriptors of the process, its socket and its standard error.
  package func addDescriptors(to pollSet: inout PollSet) {
    pollSet.add(child.descriptor)
    if let number = control?.number { pollSet.add(number, alsoWritable: !outbox.isEmpty) }
    if let number = errors?.number { pollSet.add(number) }
  }

  /// When to call `step` even if nothing arrives; `hasPendingReply` is true while the child owes a
  /// reply.
  package func nextCheck(hasPendingReply: Bool, now: Double) -> Double {
    if let partedAt { return partedAt + bounds.partingTime }
    return now + watch.timeout(hasPendingReply: hasPendingReply || !hasGreeted, now: now)
  }

  /// Handles what a poll reported and the time that has passed.
  ///
  /// Messages that the child sent before it ended still count, so its end is reported only once no
  /// more arrive. `take` gets each message in order and may end the conversation; `hasPendingReply`
  /// is evaluated after that.
  package func step<Message: PeerMessage>(
    _ pollSet: PollSet, hasPendingReply: @autoclosure () -> Bool, now: Double,
    take: (Message) throws(Message.Breach) -> PeerSignal
  ) throws(PeerFailure<Message.Breach>) {
    let hasEnded = pollSet.isReadable(child.descriptor)
    if hasEnded || isReadable(errors?.number, pollSet) {
      guard readErrorOutput(now: now) else { throw .fault(.errorOutput) }
    }
    if hasEnded || isReadable(control?.number, pollSet) {
      do throws(PeerFailure<Message.Breach>) {
        let (messages, failure): ([Message], PeerFailure<Message.Breach>?) = receive(now: now)
        for message in messages { guard try hear(message, now: now, take) else { return } }
        // Messages received before an invalid one are handled first.
        if let failure { throw failure }
        if hasEnded, !messages.isEmpty { return }
      } catch {
        // The reason may still be in the pipe.
        _ = readErrorOutput(now: now)
        throw error
      }
    }
    guard !isOver else { return }
    if hasEnded, let end = child.reap() { throw .ended(end) }
    flush()
    if let failure: PeerFailure<Message.Breach> = timeoutFailure(
      hasPendingReply: hasPendingReply(), now: now)
    {
      throw failure
    }
  }

  /// Blocks until there is an answer, for a thread that has nothing else to do.
  package func wait<Message: PeerMessage, Answer>(
    for answer: () -> Answer?, take: (Message) throws(Message.Breach) -> PeerSignal
  ) throws(PeerFailure<Message.Breach>) -> Answer {
    flush()
    while true {
      var pollSet = PollSet()
      addDescriptors(to: &pollSet)
      let now = MonotonicClock.now()
      pollSet.wait(timeout: max(0, nextCheck(hasPendingReply: true, now: now) - now))
      try step(pollSet, hasPendingReply: true, now: MonotonicClock.now(), take: take)
      if let answer = answer() { return answer }
    }
  }

  // MARK: Sending and granting

  /// Queues a message; `flush` sends it.
  package func send(_ message: [UInt8], with file: Shared<FileDescriptor>? = nil) {
    outbox.append(message, file)
  }

  /// Sends as much as the socket accepts.
  package func flush() { control?.send(allOf: &outbox) }

  /// Restarts the silence timer; call it when the child gets a request after being idle.
  package func restartWatch(now: Double) { watch.restart(now: now) }

  /// Grants the processor time of one piece of work, plus `seconds`.
  package func grant(more seconds: Double = 0) { watch.grant(child, more: seconds) }

  /// Grants processor time for a piece of work on this many pixels.
  package func grant(pixels: Int) { watch.grant(child, pixels: pixels) }

  /// Kills the child; its remaining messages are dropped.
  package func end() {
    isOver = true
    child.kill()
  }

  // MARK: State

  /// Returns the last lines of the child's standard error, escaped, oldest first.
  package func lastWords(_ count: Int = 3) -> [String] { watch.lastWords(count) }

  /// How long the child has been silent, in seconds, not counting time when the viewer did not run.
  package var silence: Double { watch.secondsOfSilence }
}

// MARK: Receiving

extension Peer {
  /// Hands one message to the service; returns false if no further messages count.
  private func hear<Message: PeerMessage>(
    _ message: Message, now: Double, _ take: (Message) throws(Message.Breach) -> PeerSignal
  ) throws(PeerFailure<Message.Breach>) -> Bool {
    switch message.turn {
    case .refusal: break
    case .greeting:
      guard !hasGreeted else { throw .broke(message.outOfTurn) }
      hasGreeted = true
    case .work: guard hasGreeted else { throw .broke(message.outOfTurn) }
    }
    let signal: PeerSignal
    do throws(Message.Breach) { signal = try take(message) } catch { throw .broke(error) }
    guard !isOver else { return false }
    switch signal {
    case .answer: watch.answered(now: now)
    case .aside: guard watch.mayTell(now: now) else { throw .fault(.messages) }
    case .progress(let fraction):
      guard watch.mayTell(progress: fraction, now: now) else { throw .fault(.messages) }
    case .last:
      _ = readErrorOutput(now: now)
      return false
    }
    return true
  }

  private func isReadable(_ descriptor: Int32?, _ pollSet: PollSet) -> Bool {
    descriptor.map { pollSet.isReadable($0) } ?? false
  }

  /// Returns the messages received up to the first invalid one, and what is wrong with that.
  private func receive<Message: PeerMessage>(
    now: Double
  ) -> (messages: [Message], failure: PeerFailure<Message.Breach>?) {
    var messages: [Message] = []
    var total = 0
    while total < Self.readLimit, control != nil {
      switch receiveOnce() {
      case .bytes(let count): total += max(count, Self.leastBytes)
      case .wouldWait: return (messages, nil)
      case .carriedDescriptors: return (messages, .sentDescriptors)
      case .ended:
        // A closed socket would be readable forever, so it is no longer polled.
        control = nil
        partedAt = now
      }
      do throws(PeerFailure<Message.Breach>) {
        while let message: Message = try nextMessage() {
          watch.heard(now: now)
          messages.append(message)
        }
      } catch {
        return (messages, error)
      }
    }
    return (messages, nil)
  }

  private func receiveOnce() -> Transfer {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      // A socket that can't be read counts as closed.
      let transfer = (try? control?.receive(into: buffer)) ?? .ended
      if case .bytes(let count) = transfer {
        inbox.append(UnsafeRawBufferPointer(buffer)[..<count])
      }
      return transfer
    }
  }

  private func nextMessage<Message: PeerMessage>() throws(PeerFailure<Message.Breach>) -> Message? {
    let payload: ArraySlice<UInt8>?
    do throws(PeerInbox.BadLength) {
      payload = try inbox.next()
    } catch {
      throw .badLength(error.length)
    }
    guard let payload else { return nil }
    do throws(Message.Breach) { return try Message(heard: payload) } catch { throw .broke(error) }
  }

  /// Reads what has arrived on standard error; returns false if it is too much.
  private func readErrorOutput(now: Double) -> Bool {
    var total = 0
    while total < Self.readLimit, errors != nil {
      var mayGoOn = true
      let transfer = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
        let transfer = (try? errors?.read(into: buffer)) ?? .ended
        if case .bytes(let count) = transfer {
          mayGoOn = watch.mayWrite(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]), now: now)
        }
        return transfer
      }
      guard mayGoOn else { return false }
      switch transfer {
      case .bytes(let count): total += count
      case .wouldWait: return true
      case .ended, .carriedDescriptors: errors = nil
      }
    }
    return true
  }

  /// Advances the timers and returns the timeout or quota that the child has exceeded.
  private func timeoutFailure<Breach: Error>(hasPendingReply: Bool, now: Double) -> PeerFailure<
    Breach
  >? {
    if let partedAt {
      // A dying process closes its socket slightly before its end can be observed.
      return now - partedAt < bounds.partingTime ? nil : .hungUp
    }
    if let fault = watch.fault(of: child, hasPendingReply: hasPendingReply || !hasGreeted, now: now)
    {
      return .fault(fault)
    }
    // A child that does not read its messages does not act on them.
    let isDeaf = outbox.byteCount > bounds.mostUnsent
    let isLate = !hasGreeted && watch.secondsOfSilence >= bounds.greetingTimeout
    return isDeaf || isLate ? .fault(.hung) : nil
  }
}
