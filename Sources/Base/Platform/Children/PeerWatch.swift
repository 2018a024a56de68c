/// Enforces one child process's quotas and timeouts: what it sends, how long it is silent, and the
/// resources it uses.
///
/// A value for its owner's thread. The owner reports what it received, and interprets the messages
/// itself.
package struct PeerWatch {
  /// A reason to kill a child.
  package enum Fault: Error, Hashable, Sendable {
    /// The child sent no message, or reported no progress, while it owed a reply.
    case hung
    /// The child flooded the viewer with unsolicited messages.
    case messages
    /// The child flooded its standard error.
    case errorOutput
    /// The child used more processor time than it was granted, and the kernel's signal did not end
    /// it.
    case processorTime
    /// The child started too many threads.
    case threads
  }

  /// The minimum increase of progress that counts.
  private static let leastProgress: Float = 0.0001

  private let bounds: PeerBounds
  private var messages: TokenBucket
  private var errors: TokenBucket
  private var errorOutput: ErrorOutput
  private var silence: SilenceWatch
  private var standstill: SilenceWatch
  private var highest: Float = -1
  private var latest: Float = -1
  private var falls = 0
  private var processor: ProcessorWatch
  /// The child's wait for a processor when it was last read, in seconds; `nil` until a silence is
  /// long.
  private var lastWait: Double?

  /// Starts watching a new child, and grants it processor time to start.
  package init(_ child: ChildProcess, bounds: PeerBounds, now: Double) {
    self.bounds = bounds
    messages = TokenBucket(rate: bounds.messageRate, burst: bounds.messageBurst, now: now)
    errors = TokenBucket(rate: bounds.errorRate, burst: bounds.errorBurst, now: now)
    errorOutput = ErrorOutput(capacity: bounds.errorBytesKept)
    silence = SilenceWatch(now: now)
    standstill = SilenceWatch(now: now)
    processor = ProcessorWatch(bounds, now: now)
    grant(child)
  }

  // MARK: Received

  /// Restarts the silence timer: a message has arrived.
  package mutating func heard(now: Double) {
    silence.restart(now: now)
    lastWait = nil
  }

  /// Resets the progress timer: the child completed part of its work.
  package mutating func answered(now: Double) {
    standstill.restart(now: now)
    highest = -1
    latest = -1
    falls = 0
  }

  /// Counts an unsolicited message; returns false if there are too many.
  package mutating func mayTell(now: Double) -> Bool { messages.take(1, now: now) }

  /// Counts a progress message; returns false if there are too many.
  ///
  /// A higher value than before counts as progress, and so does the start of another pass.
  package mutating func mayTell(progress: Float, now: Double) -> Bool {
    guard mayTell(now: now) else { return false }
    if progress < latest {
      falls += 1
      if falls <= bounds.mostFalls { highest = -1 }
    }
    latest = progress
    if progress >= highest + Self.leastProgress {
      highest = progress
      standstill.restart(now: now)
    }
    return true
  }

  /// Keeps what the child wrote to its standard error; returns false if it is too much.
  package mutating func mayWrite(_ bytes: UnsafeRawBufferPointer, now: Double) -> Bool {
    errorOutput.append(bytes)
    return errors.take(max(bounds.errorGrain, Double(bytes.count)), now: now)
  }

  /// Returns the last lines of its standard error, escaped, oldest first.
  package func lastWords(_ count: Int = 3) -> [String] { errorOutput.lastLines(count) }

  // MARK: Grants

  /// Grants the processor time of one piece of work, plus `more` seconds.
  package mutating func grant(_ child: ChildProcess, more: Double = 0) {
    processor.grant(child, seconds: bounds.processorTime + more)
  }

  /// Grants processor time for a piece of work on this many pixels: one more second per four
  /// megapixels.
  package mutating func grant(_ child: ChildProcess, pixels: Int) {
    grant(child, more: Double(pixels / 4_000_000))
  }

  // MARK: Time

  /// Restarts both timers: the child is idle, or has just received a request.
  package mutating func restart(now: Double) {
    silence.restart(now: now)
    standstill.restart(now: now)
    lastWait = nil
  }

  /// Advances the timers and returns a fault if there is one; `hasPendingReply` is true while the
  /// child owes a reply.
  package mutating func fault(of child: ChildProcess, hasPendingReply: Bool, now: Double) -> Fault?
  {
    if let fault = processor.fault(of: child, hasPendingReply: hasPendingReply, now: now) {
      return fault
    }
    guard hasPendingReply else {
      restart(now: now)
      return nil
    }
    silence.advance(to: now, tick: bounds.tick)
    standstill.advance(to: now, tick: bounds.tick)
    excuseWaiting(child)
    let isHung =
      silence.silence >= bounds.hangTimeout || standstill.silence >= bounds.standstillTimeout
    return isHung ? .hung : nil
  }

  /// Subtracts from a long silence the time in which the child waited for a processor: on a busy
  /// machine, a working decoder is slow, not hung.
  private mutating func excuseWaiting(_ child: ChildProcess) {
    let isLong =
      silence.silence >= bounds.hangTimeout / 2
      || standstill.silence >= bounds.standstillTimeout / 2
    guard isLong || lastWait != nil, let wait = child.processorWait else { return }
    if let lastWait {
      silence.excuse(max(0, wait - lastWait))
      standstill.excuse(max(0, wait - lastWait))
    }
    lastWait = wait
  }

  /// Seconds of silence so far.
  package var secondsOfSilence: Double { silence.silence }

  /// Seconds until the next check, even if nothing arrives.
  package func timeout(hasPendingReply: Bool, now: Double) -> Double {
    guard hasPendingReply else { return max(0, processor.nextCheck - now) }
    return max(0, min(bounds.tick, bounds.hangTimeout - silence.silence))
  }
}

/// Monitors a child's processor time and number of threads.
///
/// The kernel ends a child that has used up its grant, unless it blocks the signal; checking from
/// outside catches that one too.
struct ProcessorWatch {
  private let bounds: PeerBounds
  /// The processor time up to which the child may run, in whole seconds of its own clock.
  private var granted = 0
  private var pause: Double
  /// When to check next, even if nothing arrives.
  private(set) var nextCheck: Double
  private var hadPendingReply = true

  init(_ bounds: PeerBounds, now: Double) {
    self.bounds = bounds
    pause = bounds.firstPause
    nextCheck = now
  }

  mutating func grant(_ child: ChildProcess, seconds: Double) {
    guard let used = child.processorTime else { return }
    let end = Int(used + seconds) + 1
    guard end != granted else { return }
    granted = end
    child.allowProcessorTime(until: end)
  }

  mutating func fault(of child: ChildProcess, hasPendingReply: Bool, now: Double) -> PeerWatch
    .Fault?
  {
    if !hasPendingReply, hadPendingReply {
      pause = bounds.firstPause
      nextCheck = now + pause
    }
    defer { hadPendingReply = hasPendingReply }
    if hasPendingReply, !hadPendingReply { nextCheck = now }
    guard now >= nextCheck else { return nil }
    if hasPendingReply {
      nextCheck = now + bounds.tick
    } else {
      pause = min(2 * pause, bounds.longestPause)
      nextCheck = now + pause
    }
    // The kernel's signal comes first, for children that do not block it.
    if let used = child.processorTime, used > Double(granted) + 0.5 { return .processorTime }
    if let count = child.threadCount, count > bounds.mostThreads { return .threads }
    return nil
  }
}
