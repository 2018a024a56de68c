/// One child process and all that is said between it and the one who started it.
///
/// It starts the child, has it greet before anything else, hands its messages to the service, and
/// ends the conversation where the child breaks a rule, is silent or stands still for too long,
/// sends or takes too much, hangs up or ends. What it keeps of the child is bounded. It lives on
/// one thread and never waits but in `wait`: `addDescriptors(to:)` before a poll, `step` after it.
package final class Peer {
  /// The process.
  package let child: ChildProcess
  /// Whether the child has taken its rights away and said so.
  package private(set) var hasGreeted = false
  /// Whether the child's end of the socket was closed.
  package var hasParted: Bool { partedAt != nil }

  private let bounds: PeerBounds
  private var control: FileDescriptor?
  private var errors: FileDescriptor?
  private var inbox: PeerInbox
  private var outbox: PeerOutbox
  private var watch: PeerWatch
  private var partedAt: Double?
  private var isOver = false

  /// The most bytes taken from one descriptor at a time, so that no child keeps the thread from the
  /// others and from the user.
  private static let readLimit = 262_144
  /// What a message counts as at least: one of a byte is work, too.
  private static let leastBytes = 64

  /// Starts the first candidate that exists; `nil` where none does.
  ///
  /// In the child 0 and 1 are nothing, 2 is read here, 3 is the socket; `descriptors` follow.
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

  // MARK: For the loop that polls

  /// Adds the process, its socket and its standard error.
  package func addDescriptors(to pollSet: inout PollSet) {
    pollSet.add(child.descriptor)
    if let number = control?.number { pollSet.add(number, alsoWritable: !outbox.isEmpty) }
    if let number = errors?.number { pollSet.add(number) }
  }

  /// When to look at it even if it says nothing; `isOwed` says whether it owes anything.
  package func nextLook(isOwed: Bool, now: Double) -> Double {
    if let partedAt { return partedAt + bounds.partingTime }
    return now + watch.patience(isOwed: isOwed || !hasGreeted, now: now)
  }

  /// Looks after what a poll, and the time, have brought.
  ///
  /// What the child said before its end counts, so its end is looked at once nothing has come.
  /// `take` gets each message in its turn, and may end the conversation; `isOwed` is asked after
  /// that.
  package func step<Message: PeerMessage>(
    _ pollSet: PollSet, isOwed: @autoclosure () -> Bool, now: Double,
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
        // What came before a message that can't be has its turn first.
        if let failure { throw failure }
        if hasEnded, !messages.isEmpty { return }
      } catch {
        // The reason may still stand in the pipe.
        _ = readErrorOutput(now: now)
        throw error
      }
    }
    guard !isOver else { return }
    if hasEnded, let end = child.reap() { throw .ended(end) }
    flush()
    if let failure: PeerFailure<Message.Breach> = impatience(isOwed: isOwed(), now: now) {
      throw failure
    }
  }

  /// Waits until there is an answer, for a thread that has nothing else to do.
  package func wait<Message: PeerMessage, Answer>(
    for answer: () -> Answer?, take: (Message) throws(Message.Breach) -> PeerSignal
  ) throws(PeerFailure<Message.Breach>) -> Answer {
    flush()
    while true {
      var pollSet = PollSet()
      addDescriptors(to: &pollSet)
      let now = MonotonicClock.now()
      pollSet.wait(timeout: max(0, nextLook(isOwed: true, now: now) - now))
      try step(pollSet, isOwed: true, now: MonotonicClock.now(), take: take)
      if let answer = answer() { return answer }
    }
  }

  // MARK: What it is told

  /// Puts a message behind those that wait to be sent; `flush` sends it.
  package func send(_ message: [UInt8], with file: Shared<FileDescriptor>? = nil) {
    outbox.append(message, file)
  }

  /// Sends as much as the socket takes.
  package func flush() { control?.send(allOf: &outbox) }

  /// It has just been asked for something after a rest: its silence begins now.
  package func restartWatch(now: Double) { watch.restart(now: now) }

  /// Grants processor time for another piece of work: what each one gets, and some seconds more.
  package func grant(more seconds: Double = 0) { watch.grant(child, more: seconds) }

  /// Grants processor time for another piece of work on so many pixels.
  package func grant(pixels: Int) { watch.grant(child, pixels: pixels) }

  /// Kills it: nothing that it said before is handed on any more.
  package func end() {
    isOver = true
    child.kill()
  }

  // MARK: What is known of it

  /// The last lines of its standard error, escaped, oldest first.
  package func lastWords(_ count: Int = 3) -> [String] { watch.lastWords(count) }

  /// Seconds of silence that count.
  package var silence: Double { watch.secondsOfSilence }
}

// MARK: What it says

extension Peer {
  /// Hands one message to the service; `false` where nothing more counts.
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

  /// What has come, up to what can't be, and what is wrong with that.
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
        // No longer polled: a closed socket is readable for ever.
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
      // A socket that can't be read is one that has ended.
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

  /// Takes what has come on standard error; `false` where it is too much.
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

  /// Lets time go by, and says what is wrong with it.
  private func impatience<Breach: Error>(isOwed: Bool, now: Double) -> PeerFailure<Breach>? {
    if let partedAt {
      // A dying process closes its socket a little before its end can be seen.
      return now - partedAt < bounds.partingTime ? nil : .hungUp
    }
    if let fault = watch.fault(of: child, isOwed: isOwed || !hasGreeted, now: now) {
      return .fault(fault)
    }
    // One that does not read what it is told does not do it.
    let isDeaf = outbox.byteCount > bounds.mostUnsent
    let isLate = !hasGreeted && watch.secondsOfSilence >= bounds.greetingTimeout
    return isDeaf || isLate ? .fault(.hung) : nil
  }
}
