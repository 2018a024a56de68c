/// Watches one child process: how much it sends, how long it is silent, and what it uses.
///
/// A value for its owner's thread. The owner tells it what was heard, and asks whether that is too
/// much; what messages mean is the owner's to judge.
package struct PeerWatch {
  /// What a child has done that ends it.
  package enum Fault: Error, Hashable, Sendable {
    /// It gave no sign of life, or none of progress, while something was asked of it.
    case hung
    /// It sent messages that nobody asked for without end.
    case messages
    /// It wrote to its standard error without end.
    case errorOutput
    /// It used more processor time than it was granted, and would not be stopped by the system.
    case processorTime
    /// It started too many threads.
    case threads
  }

  /// What its progress grows by at least to count.
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

  /// Begins to watch a child that has just been started, and grants it what starting takes.
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

  // MARK: What is heard

  /// A message has come, whatever it is.
  package mutating func heard(now: Double) { silence.restart(now: now) }

  /// Something was done of what it was asked for.
  package mutating func answered(now: Double) {
    standstill.restart(now: now)
    highest = -1
    latest = -1
    falls = 0
  }

  /// Whether it may say one thing more that nobody asked for.
  package mutating func mayTell(now: Double) -> Bool { messages.take(1, now: now) }

  /// Whether it may say how far it is; what is higher than before is news, and so is another pass.
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

  /// Keeps what it wrote to its standard error; `false` where it is too much.
  package mutating func mayWrite(_ bytes: UnsafeRawBufferPointer, now: Double) -> Bool {
    errorOutput.append(bytes)
    return errors.take(max(bounds.errorGrain, Double(bytes.count)), now: now)
  }

  /// The last lines of its standard error, escaped, oldest first.
  package func lastWords(_ count: Int = 3) -> [String] { errorOutput.lastLines(count) }

  // MARK: What it is given

  /// Grants processor time for another piece of work: what each one gets, and some seconds more.
  package mutating func grant(_ child: ChildProcess, more: Double = 0) {
    processor.grant(child, seconds: bounds.processorTime + more)
  }

  /// Grants processor time for a piece of work on so many pixels: a second more for every four
  /// megapixels.
  package mutating func grant(_ child: ChildProcess, pixels: Int) {
    grant(child, more: Double(pixels / 4_000_000))
  }

  // MARK: Time

  /// Nothing is asked of it, or it has just been asked for something: its silence begins now.
  package mutating func restart(now: Double) {
    silence.restart(now: now)
    standstill.restart(now: now)
  }

  /// Lets time go by, and says what is wrong; `isOwed` says whether something is asked of it.
  package mutating func fault(of child: ChildProcess, isOwed: Bool, now: Double) -> Fault? {
    if let fault = processor.fault(of: child, isOwed: isOwed, now: now) { return fault }
    guard isOwed else {
      restart(now: now)
      return nil
    }
    silence.advance(to: now, tick: bounds.tick)
    standstill.advance(to: now, tick: bounds.tick)
    let isHung =
      silence.silence >= bounds.hangTimeout || standstill.silence >= bounds.standstillTimeout
    return isHung ? .hung : nil
  }

  /// Seconds without a word that count.
  package var secondsOfSilence: Double { silence.silence }

  /// Seconds until it must be looked at again, whatever it says.
  package func patience(isOwed: Bool, now: Double) -> Double {
    guard isOwed else { return max(0, processor.nextLook - now) }
    return max(0, min(bounds.tick, bounds.hangTimeout - silence.silence))
  }
}

/// Watches how much processor time and how many threads a child has.
///
/// The kernel ends a child that has used up what it was granted, but for one that blocks the
/// signal. Who looks from outside sees that one as well.
struct ProcessorWatch {
  private let bounds: PeerBounds
  /// Seconds of the child's own clock, in whole ones, up to which it may work.
  private var granted = 0
  private var pause: Double
  /// When to look even if it says nothing.
  private(set) var nextLook: Double
  private var wasOwed = true

  init(_ bounds: PeerBounds, now: Double) {
    self.bounds = bounds
    pause = bounds.firstPause
    nextLook = now
  }

  mutating func grant(_ child: ChildProcess, seconds: Double) {
    guard let used = child.processorTime else { return }
    let end = Int(used + seconds) + 1
    guard end != granted else { return }
    granted = end
    child.allowProcessorTime(until: end)
  }

  mutating func fault(of child: ChildProcess, isOwed: Bool, now: Double) -> PeerWatch.Fault? {
    if !isOwed, wasOwed {
      pause = bounds.firstPause
      nextLook = now + pause
    }
    defer { wasOwed = isOwed }
    if isOwed, !wasOwed { nextLook = now }
    guard now >= nextLook else { return nil }
    if isOwed {
      nextLook = now + bounds.tick
    } else {
      pause = min(2 * pause, bounds.longestPause)
      nextLook = now + pause
    }
    // The kernel's signal comes first, to those that it reaches.
    if let used = child.processorTime, used > Double(granted) + 0.5 { return .processorTime }
    if let count = child.threadCount, count > bounds.mostThreads { return .threads }
    return nil
  }
}
