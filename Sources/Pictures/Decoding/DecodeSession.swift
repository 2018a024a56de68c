import DecoderProtocol
import Geometry
import Glibc
import Platform
import Tiles
import Tiling

/// One picture: its wanted tiles, and its decoder, if one is running.
///
/// A session outlives its process: a crashed one is restarted once, and one that was closed to save
/// memory is restarted when tiles are wanted.
final class DecodeSession {
  private let id: SourceID
  private let pool: DecoderPool
  private var opening: DecoderOpening
  private var reported = ReportedPicture()
  private var tracker = RequestTracker(SlotCounts())
  /// When to cache the picture.
  private var caching = Caching.onCloserLook
  private var decoders: DecoderPair
  private var hasPlan = false
  /// True once everything wanted had been delivered, so that the picture has been on the screen.
  private var hasBeenIdle = false
  /// True if a request has been answered since processor time was last granted.
  private var hasAnswered = false
  private var endsWhenIdle = false
  private var isClosed = false

  /// Why the picture can't be shown (any more).
  private(set) var failure: DecodeError?
  /// The decoder's library, as it reports it.
  private(set) var library: Hello?

  init(
    _ id: SourceID, _ files: DecoderPair.Files, format: PictureFormat, opening: DecoderOpening,
    pool: DecoderPool
  ) {
    self.id = id
    self.pool = pool
    self.opening = opening
    decoders = DecoderPair(files, format: format, pool: pool)
  }

  // MARK: State

  /// The decoders' reports.
  var known: ReportedPicture { reported }
  /// How the picture is opened.
  var openedAs: DecoderOpening { opening }
  /// The arena of the process; `nil` until a process has been sent the request to open the picture.
  var arena: SharedMemory? { process?.arena }
  /// The part of it that counts against budgets, in bytes.
  var memoryBytes: Int { process?.memoryBytes ?? 0 }
  /// True if any wanted tile has not been delivered.
  var isWanting: Bool { tracker.isWanting }
  /// True if every wanted tile has been delivered or has failed.
  var isIdle: Bool { failure != nil || (reported.info != nil && !tracker.isWanting) }

  private var process: DecoderProcess? { decoders.working }

  /// True if the decoder owes a reply: only then is silence a fault.
  private var isWorking: Bool {
    guard let process else { return false }
    if !process.hasGreeted || process.hasParted { return true }
    return process.arena != nil && (!process.sequence.isOpen || tracker.isAwaitingAnswers)
  }

  private var pending: PendingWork {
    PendingWork(
      isOwed: isWorking, isAwaitingCancels: tracker.isAwaitingCancels,
      isWanting: tracker.isWanting, isDocument: reported.isDocument)
  }

  // MARK: Requests of the viewer

  /// Takes a new plan: cancels requests that are not in it, and sends new ones.
  ///
  /// `caching` says when to cache the picture.
  func update(_ plan: TilePlan, caching: Caching = .onCloserLook, now: Double) {
    guard failure == nil, !isClosed else { return }
    if !isWorking { decoders.restartWatches(now) }
    hasPlan = true
    if !tracker.isAwaitingCancels { decoders.noteObedience(now: now) }
    let wasWanting = tracker.isWanting
    pool.counts.tilesCancelled += tracker.want(plan, from: process)
    self.caching = caching
    if tracker.isWanting {
      start(now: now)
      sendRequests()
    } else {
      if caching == .now { process?.send(caching, pixels: reported.pixelsOfWork) }
      process?.flush()
      decoders.dismissSpare()
      if wasWanting { becomeIdle() } else { finishIfAsked() }
    }
  }

  /// Ends the process once everything wanted has been delivered.
  func finishWhenIdle() {
    endsWhenIdle = true
    process?.giveWay()
    finishIfAsked()
  }

  /// Revokes `finishWhenIdle`.
  func keepRunning() { endsWhenIdle = false }

  private func finishIfAsked() {
    if endsWhenIdle, hasPlan, reported.info != nil, !tracker.isWanting { closeProcess() }
  }

  /// Closes the session permanently, and drops pending events.
  func close() {
    isClosed = true
    closeProcess()
    decoders.close()
    _ = reported.takeEvents()
  }

  /// The events since the last call, in order.
  func takeEvents() -> [SourceEvent] { reported.takeEvents() }

  /// Frees the slot of a tile that has been copied.
  func release(_ tile: Tile, now: Double) {
    // A tile of an earlier process has its own arena, which is freed with it.
    guard let process, tile.memory === process.arena else { return }
    if !isWorking { decoders.restartWatches(now) }
    tracker.release(slot: tile.slot, request: tile.request)
    sendRequests()
  }

  /// Makes pending tiles for another display.
  func setDisplayProfile(_ profile: [UInt8], now: Double) {
    let place = opening.setDisplayProfile(profile, of: process)
    guard let process, process.arena != nil else { return }
    reported.displayChanged()
    guard let place else {
      closeProcess()
      if tracker.isWanting { start(now: now) }
      return
    }
    for id in tracker.renew() { process.send(.cancel(id: id)) }
    process.send(.profile(place))
    process.grant(pixels: reported.pixelsOfWork)
    decoders.noteObedience(now: now)
    sendRequests()
    process.flush()
  }

  private func sendRequests() {
    guard let process, process.sequence.isOpen else { return }
    process.send(caching, pixels: reported.pixelsOfWork)
    do throws(Errno) {
      try tracker.send(to: process, opening, reported)
    } catch {
      fail(.notStarted(error))
    }
  }

  // MARK: A process begins

  /// Changes how the picture is opened; a process that has opened it otherwise ends, but its
  /// requests stay pending.
  func reopen(_ scope: DecoderOpening.Scope) {
    // A process that has only been started can be kept.
    if let process, process.arena != nil || scope.cachesPicture && !process.cachesPicture {
      closeProcess()
    }
    opening.scope = scope
    tracker.restart(scope.slots)
  }

  /// Starts a decoder unless one is running; it is sent the picture later.
  ///
  /// The decoder of a picture that is not on the screen yet keeps its priority: there is nothing to
  /// move yet.
  func spawn(cachesPicture: Bool, isWaitedFor: Bool, now: Double) {
    guard process == nil, failure == nil, !isClosed else { return }
    do throws(DecodeError) {
      let isStarted = try decoders.start(
        cachesPicture: cachesPicture, givesWay: !isWaitedFor, now: now)
      guard isStarted else { return }
      opening.scope.cachesPicture = cachesPicture
      reported.processStarted()
    } catch {
      fail(error)
    }
  }

  /// Starts a decoder, unless one is running, and opens the picture, if its parameters are known.
  func start(now: Double) {
    let scope = opening.scope
    spawn(
      cachesPicture: scope.cachesPicture, isWaitedFor: scope.isViewed && !hasBeenIdle, now: now)
    guard let process, process.arena == nil, opening.isKnown else { return }
    do throws(Errno) {
      let request = try opening.open(process, origin: decoders.origin, choices: pool.choices)
      // Sent without waiting for hello, which saves a round trip.
      process.send(.open(request))
      if pool.wantsTimes(of: process) {
        process.sequence.askedForTimes()
        process.send(.reportTimes)
      }
      process.flush()
      decoders.restartWatches(now)
    } catch {
      fail(.notStarted(error))
    }
  }

  // MARK: Messages of the decoder

  /// Adds the descriptors that report on the processes.
  func addDescriptors(to pollSet: inout PollSet) { decoders.addDescriptors(to: &pollSet) }

  /// The next timeout.
  func nextDeadline(now: Double) -> Double? {
    decoders.nextCheck(pending, now: now)
  }

  /// Handles poll results and timeouts.
  func step(_ pollSet: PollSet, now: Double) {
    decoders.watchSpare(pollSet, now: now)
    if decoders.mustRetry(at: now) { start(now: now) }
    guard let process else { return }
    var hasHeard = false
    defer { if let hello = process.hello { library = hello } }
    do throws(DecodeError) {
      try process.step(
        pollSet, hasPendingReply: isWorking, now: now,
        progress: { fraction in
          reported.learn(progress: fraction)
          return .progress(fraction)
        }
      ) { (report) throws(ProtocolBreach) in
        hasHeard = true
        return try hear(report, process, now: now)
      }
    } catch {
      return end(error, process, now: now)
    }
    if hasHeard, self.process === process {
      sendRequests()
      if hasAnswered {
        process.grant(
          pixels: isWorking
            ? reported.pixelsOfWork : reported.pixelsOfRest(mayCache: process.cachesPicture))
      }
      hasAnswered = false
    }
    if self.process === process, let error = decoders.checkObedience(pending, now: now) {
      fail(error)
    }
  }

  private func hear(
    _ report: PictureReport, _ process: DecoderProcess, now: Double
  ) throws(ProtocolBreach) -> PeerSignal {
    try process.sequence.admit(report)
    switch report {
    case .info(let info): try learn(info, from: process)
    case .insteadUse(let format):
      try decoders.pass(to: format)
      closeProcess()
      start(now: now)
    case .tileReady(let id):
      noteAnswer(now: now)
      switch try tracker.ready(id) {
      case .drop(let wanted): pool.counts.count(wanted, isPrefetch: tracker.isPrefetched(wanted))
      case .deliver(let wanted, let slot):
        deliver(wanted, slot: slot, request: id, from: process)
        if !tracker.isWanting { becomeIdle() }
      }
    case .tileCancelled(let id):
      noteAnswer(now: now)
      try tracker.cancelled(id)
    case .tileFailed(let id, let failure):
      noteAnswer(now: now)
      guard let wanted = try tracker.failed(id) else { return .answer }
      reported.post(.tileFailed(wanted.key, DecodeError.sentence(of: failure)))
      if !tracker.isWanting { becomeIdle() }
    case .frame(let time): reported.learn(time)
    case .headroom(let headroom): reported.learn(headroom: headroom)
    case .metadata(let metadata):
      // Only text is used so far.
      if metadata.kind == .text, opening.scope.isViewed { pool.noteText(metadata.bytes) }
      return .aside
    case .times(let times):
      pool.noteTimes(times)
      return .aside
    default:
      reported.learn(aside: report, hasProfile: !opening.displayProfile.isEmpty)
      return .aside
    }
    return .answer
  }

  private func learn(
    _ info: SourceInfo, from process: DecoderProcess
  ) throws(ProtocolBreach) {
    let info = try opening.accept(info)
    pool.noteHeader()
    process.noteOpened(now: MonotonicClock.now())
    opening.promise(info.levels.shape.format, in: process)
    // Tiles of two versions of a file must never be mixed.
    guard reported.learn(info) else { return fail(.changed) }
    process.grant(pixels: reported.pixelsOfWork)
  }

  /// Notes that a request was answered: the decoder has time for another piece of work.
  private func noteAnswer(now: Double) {
    hasAnswered = true
    decoders.noteObedience(now: now)
  }

  private func deliver(
    _ wanted: TilePlan.Wanted, slot: Int, request: UInt32, from process: DecoderProcess
  ) {
    pool.counts.count(wanted, isPrefetch: tracker.isPrefetched(wanted))
    guard let arena = process.arena else { return }
    do throws(Errno) {
      try opening.allocate(slots: slot + 1, of: reported.pixelFormat, in: process)
    } catch {
      return fail(.notStarted(error))
    }
    pool.counts.tilesDelivered += 1
    reported.post(
      .tile(
        Tile(
          source: id, key: wanted.key, quality: wanted.quality, slot: slot, arena: arena,
          request: request)))
  }

  private func becomeIdle() {
    decoders.madeGood()
    hasBeenIdle = true
    process?.giveWay()
    decoders.dismissSpare()
    reported.post(.idle)
    finishIfAsked()
  }

  // MARK: A process ends

  /// Ends the process; delivered tiles keep their arena, and pending ones wait for the next
  /// process.
  func closeProcess() {
    guard process != nil else { return }
    decoders.endWorking()
    reported.processEnded()
    tracker.restart(opening.scope.slots)
  }

  /// Handles the end of the connection to the process.
  private func end(_ error: DecodeError, _ process: DecoderProcess, now: Double) {
    guard case .crashed(let end, _) = error else { return fail(error) }
    if pending.isAbandonment(end) {
      // The process could not interrupt cancelled work; another process delivers what is wanted
      // sooner.
      closeProcess()
      guard tracker.isWanting else { return }
      if decoders.promoteSpare(now: now) { reported.processStarted() }
      return start(now: now)
    }
    // An idle process that dies matters only when it is needed again.
    let wasNeeded = reported.info == nil || tracker.isWanting || !process.sequence.isOpen
    closeProcess()
    if decoders.mayReplace(after: end, wasNeeded: wasNeeded) {
      if wasNeeded { start(now: now) }
    } else {
      fail(error)
    }
  }

  private func fail(_ error: DecodeError) {
    guard failure == nil else { return }
    if reported.info == nil, error.isForWantOfDecoder, decoders.takeBack() {
      // The decoder that handed the file on shows as much of it as it can.
      return closeProcess()
    }
    failure = error
    closeProcess()
    decoders.close()
    reported.post(.failed(error.sentence))
  }
}
