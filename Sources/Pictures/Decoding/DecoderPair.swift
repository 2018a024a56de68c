import DecoderProtocol
import Platform

/// The decoder that works on a picture, and another that is ready when that one is about to end.
///
/// What draws documents can't be interrupted: it ends by itself when it has drawn long enough for
/// nobody. Starting the next one, with its fonts and behind its lock-down, takes as long as that;
/// so it is started meanwhile, and has nothing left to do but to read the document.
struct DecoderPair {
  /// What they read.
  struct Files {
    /// A descriptor of the picture's file, open for reading; `nil` where none can be had now.
    let file: () -> FileDescriptor?
    /// The folder in which its other files lie, where it has some.
    let folder: () -> FileDescriptor?
  }

  /// The one that works.
  private(set) var working: DecoderProcess?
  /// One that is ready, and was told to open nothing yet.
  private var spare: DecoderProcess?
  /// True once a spare process has broken a rule: no other is made beside the one that works.
  private var hasLostSpare = false
  /// How long cancelled requests have not been answered: a decoder that does not read its socket.
  private var disobedience = SilenceWatch(now: 0)
  private let files: Files
  private let desk: DecoderDesk

  init(_ files: Files, desk: DecoderDesk) {
    self.files = files
    self.desk = desk
  }

  // MARK: They begin and end

  /// Starts one that works, to be told later how to open the picture; false where there is no
  /// descriptor for it.
  mutating func start(
    _ format: PictureFormat, cachesPicture: Bool, givesWay: Bool, now: Double
  ) throws(DecodeError) -> Bool {
    working = try make(format, cachesPicture: cachesPicture, givesWay: givesWay, now: now)
    hasLostSpare = false
    restartWatches(now)
    return working != nil
  }

  private func make(
    _ format: PictureFormat, cachesPicture: Bool, givesWay: Bool, now: Double
  ) throws(DecodeError) -> DecoderProcess? {
    guard let file = files.file() else { return nil }
    let process = try DecoderProcess(
      format: format, locator: desk.locator, file: file, folder: files.folder(),
      cachesPicture: cachesPicture, givesWay: givesWay, scratchFolders: desk.scratchFolders(),
      limits: desk.limits, now: now)
    desk.adopt(process)
    return process
  }

  /// Ends the one that works.
  ///
  /// It is killed, not asked: it may be deep in a pass, and has nothing to tidy up.
  mutating func endWorking() {
    if let working { desk.bury(working) }
    working = nil
  }

  /// Ends the process that nobody needed.
  mutating func dismissSpare() {
    if let spare { desk.bury(spare) }
    spare = nil
  }

  /// Makes the spare process the one that works; false where there is none that lives.
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

  // MARK: For the loop that polls

  /// Adds what both are waited for by.
  func addDescriptors(to pollSet: inout PollSet) {
    working?.addDescriptors(to: &pollSet)
    spare?.addDescriptors(to: &pollSet)
  }

  /// Looks after the spare process, which has nothing to say but its greeting.
  ///
  /// One that breaks a rule, or takes too much, goes: nobody waits for it yet.
  mutating func watchSpare(_ pollSet: PollSet, now: Double) {
    do throws(DecodeError) {
      try spare?.step(
        pollSet, isOwed: false, now: now,
        progress: { (_) throws(ProtocolBreach) in throw .unexpectedMessage }
      ) { (_: PictureReport) throws(ProtocolBreach) in throw .unexpectedMessage }
    } catch {
      dismissSpare()
      hasLostSpare = true
    }
  }

  // MARK: Patience

  /// It has just been asked for something after a rest.
  mutating func restartWatches(_ now: Double) {
    working?.restartWatch(now: now)
    noteObedience(now: now)
  }

  /// It has answered a request, or has no cancelled one to answer.
  mutating func noteObedience(now: Double) { disobedience.restart(now: now) }

  /// When the clock must be looked at again; `isAwaited` says whether a document's decoder works
  /// for nobody while something else is wanted.
  func nextLook(isOwed: Bool, isAwaited: Bool, now: Double) -> Double? {
    let looks = [
      working?.nextLook(isOwed: isOwed, now: now), spare?.nextLook(isOwed: false, now: now),
    ]
    let next = looks.compactMap { $0 }.min()
    guard let working, let next, isOwed, !working.hasParted, isAwaited, mayMakeSpare else {
      return next
    }
    return min(next, now + max(0, working.patienceBeforeSpare - disobedience.silence))
  }

  private var mayMakeSpare: Bool { spare == nil && !hasLostSpare }

  /// Lets time go by in which cancelled requests are not answered; the answer is what is wrong.
  ///
  /// Once such work has kept a document's decoder busy for a moment another one is made.
  mutating func wait(_ format: PictureFormat, isAwaited: Bool, now: Double) -> DecodeError? {
    guard let working else { return nil }
    disobedience.advance(to: now, tick: desk.limits.tick)
    if mayMakeSpare, isAwaited, disobedience.silence >= working.patienceBeforeSpare {
      // Without it the picture takes a little longer: nobody needs to hear of it.
      spare = try? make(
        format, cachesPicture: working.cachesPicture, givesWay: true, now: now)
    }
    return disobedience.silence < desk.limits.standstillTimeout
      ? nil : .hung(lastWords: working.lastWords)
  }
}
