import DecoderProtocol
import Platform

/// A picture's decoder, and a spare one that is ready when it is about to exit.
///
/// It knows which decoder reads the file, when to start one again, and how often one has failed.
///
/// A document decoder can't be interrupted: it exits when it has drawn cancelled tiles for too
/// long. Starting the next one, with its fonts and sandbox, takes as long; so it is started in
/// advance, and then only has to read the document.
struct DecoderPair {
  /// The files that they read.
  struct Files {
    /// Opens the picture's file; `nil` if that is not possible now.
    let file: () -> FileDescriptor?
    /// Opens the folder with its other files, if there are any.
    let folder: () -> FileDescriptor?
  }

  private(set) var working: DecoderProcess?
  /// A spare one that has not opened anything.
  private var spare: DecoderProcess?
  /// True once a spare process has failed: no other is started beside the working one.
  private var hasLostSpare = false
  /// How long cancelled requests have been unanswered: a decoder may have stopped reading its
  /// socket.
  private var disobedience = SilenceWatch(now: 0)
  private var route: FileRoute
  private var failures: DecoderFailures
  /// When to ask for the file again, if there was no free descriptor.
  private var retryAt: Double?
  private let files: Files
  private let pool: DecoderPool

  init(_ files: Files, format: PictureFormat, pool: DecoderPool) {
    self.files = files
    self.pool = pool
    route = FileRoute(format)
    failures = DecoderFailures(retries: pool.limits.retries)
  }

  // MARK: Start and end

  /// Starts a working decoder, which is sent the picture later; returns false if there is no
  /// descriptor for it.
  mutating func start(
    cachesPicture: Bool, givesWay: Bool, now: Double
  ) throws(DecodeError) -> Bool {
    retryAt = nil
    working = try make(cachesPicture: cachesPicture, givesWay: givesWay, now: now)
    if working == nil { retryAt = now + pool.limits.tick }
    hasLostSpare = false
    restartWatches(now)
    return working != nil
  }

  private func make(
    cachesPicture: Bool, givesWay: Bool, now: Double
  ) throws(DecodeError) -> DecoderProcess? {
    guard let file = files.file() else { return nil }
    let process = try DecoderProcess(
      format: route.format, locator: pool.locator, file: file, folder: files.folder(),
      cachesPicture: cachesPicture, givesWay: givesWay, scratchFolders: pool.scratchFolders(),
      limits: pool.limits, now: now)
    pool.adopt(process)
    return process
  }

  /// Ends the working decoder.
  ///
  /// It is killed without warning: it may be in a long pass, and has nothing to clean up.
  mutating func endWorking() {
    if let working { pool.bury(working) }
    working = nil
  }

  mutating func dismissSpare() {
    if let spare { pool.bury(spare) }
    spare = nil
  }

  /// Makes the spare decoder the working one; returns false if there is none alive.
  mutating func promoteSpare(now: Double) -> Bool {
    guard let spare else { return false }
    guard !spare.hasEnded else {
      dismissSpare()
      return false
    }
    self.spare = nil
    working = spare
    restartWatches(now)
    return true
  }

  /// Ends both decoders; none is started again.
  mutating func close() {
    endWorking()
    dismissSpare()
    retryAt = nil
  }

  // MARK: The file and failures

  /// The origin of the file to state to the decoder.
  var origin: OpenRequest.Origin { route.origin }

  /// Hands the file on to another decoder.
  mutating func pass(to name: String) throws(ProtocolBreach) { try route.pass(to: name) }

  /// Returns a handed-on file to the first decoder, which is started at once; returns false if it
  /// was not handed on, or is back already.
  mutating func takeBack() -> Bool {
    guard route.takeBack() else { return false }
    retryAt = 0
    return true
  }

  /// All requests were served, so earlier crashes no longer count.
  mutating func madeGood() { failures.madeGood() }

  /// True if a process that has ended this way is replaced, at once or when it is needed again.
  mutating func mayReplace(after end: ProcessEnd, wasNeeded: Bool) -> Bool {
    wasNeeded ? failures.mayRetry(after: end) : !end.isOutOfTime || failures.mayBurn()
  }

  /// True if it is time to ask for the file again.
  func mustRetry(at now: Double) -> Bool { retryAt.map { now >= $0 } ?? false }

  // MARK: Event loop

  /// Adds the descriptors that both decoders wait for.
  func addDescriptors(to pollSet: inout PollSet) {
    working?.addDescriptors(to: &pollSet)
    spare?.addDescriptors(to: &pollSet)
  }

  /// Handles the spare process, which sends only its greeting.
  ///
  /// It is killed if it breaks a rule or exceeds its limits: it has no work yet.
  mutating func watchSpare(_ pollSet: PollSet, now: Double) {
    do throws(DecodeError) {
      try spare?.step(
        pollSet, hasPendingReply: false, now: now,
        progress: { (_) throws(ProtocolBreach) in throw .unexpectedMessage }
      ) { (_: PictureReport) throws(ProtocolBreach) in throw .unexpectedMessage }
    } catch {
      dismissSpare()
      hasLostSpare = true
    }
  }

  // MARK: Timeouts

  /// Restarts the timeouts after an idle time.
  mutating func restartWatches(_ now: Double) {
    working?.restartWatch(now: now)
    noteObedience(now: now)
  }

  /// Notes that a request was answered, or that no cancelled request is pending.
  mutating func noteObedience(now: Double) { disobedience.restart(now: now) }

  /// The next timeout.
  func nextCheck(_ pending: PendingWork, now: Double) -> Double? {
    let looks = [
      working?.nextCheck(hasPendingReply: pending.isOwed, now: now),
      spare?.nextCheck(hasPendingReply: false, now: now),
      working == nil ? retryAt : nil,
    ]
    let next = looks.compactMap { $0 }.min()
    guard let working, let next, pending.isOwed, !working.hasParted, pending.awaitsAbandonment,
      mayMakeSpare
    else { return next }
    return min(next, now + max(0, working.delayBeforeSpare - disobedience.silence))
  }

  private var mayMakeSpare: Bool { spare == nil && !hasLostSpare }

  /// Advances the time during which cancelled requests are unanswered; returns an error once it is
  /// too long: the decoder does not read its socket.
  ///
  /// If a document decoder has been busy with such work for a moment, a spare one is started.
  mutating func checkObedience(_ pending: PendingWork, now: Double) -> DecodeError? {
    guard let working, pending.isOwed, !working.hasParted, pending.isAwaitingCancels else {
      noteObedience(now: now)
      return nil
    }
    disobedience.advance(to: now, tick: pool.limits.tick)
    if mayMakeSpare, pending.awaitsAbandonment, disobedience.silence >= working.delayBeforeSpare {
      // Without a spare the picture takes a little longer, which is not worth a message.
      spare = try? make(cachesPicture: working.cachesPicture, givesWay: true, now: now)
    }
    return disobedience.silence < pool.limits.standstillTimeout
      ? nil : .hung(lastWords: working.lastWords)
  }
}
