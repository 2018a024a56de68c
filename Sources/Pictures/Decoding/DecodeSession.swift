import DecoderProtocol
import Geometry
import Glibc
import Platform
import Tiles
import Tiling

/// One picture: what is wanted of it, and the decoder that works on it, if one does.
///
/// A session outlives its process: one that crashed is started again once, and one that was closed
/// to save memory is started again when tiles are wanted.
final class DecodeSession {
  private let id: SourceID
  private let desk: DecoderDesk
  private var route: FileRoute
  private var opening: DecoderOpening
  private var news = PictureNews()
  private var ledger = RequestLedger(SlotCounts())
  private var mishaps: Mishaps
  private var decoders: DecoderPair
  /// When the file is asked for again, where there was no descriptor to spare.
  private var retryAt: Double?
  /// When the picture is to be cached.
  private var caching = Caching.onCloserLook
  private var hasPlan = false
  /// Whether all that was wanted at some time has been delivered: somebody has seen the picture.
  private var hasBeenIdle = false
  /// Whether a request has been answered since the process was given time for the next one.
  private var hasAnswered = false
  private var endsWhenIdle = false
  private var isClosed = false

  /// Why the picture can't be shown (any further).
  private(set) var failure: DecodeError?
  /// What the decoder says that it decodes with.
  private(set) var library: Hello?

  init(
    _ id: SourceID, _ files: DecoderPair.Files, format: PictureFormat, opening: DecoderOpening,
    desk: DecoderDesk
  ) {
    self.id = id
    self.desk = desk
    self.opening = opening
    route = FileRoute(format)
    mishaps = Mishaps(retries: desk.limits.retries)
    decoders = DecoderPair(files, desk: desk)
  }

  // MARK: What is known

  /// What the decoder has told.
  var known: PictureNews { news }
  /// How the picture is opened.
  var openedAs: DecoderOpening { opening }
  /// The memory of the process, where one runs that was told what to open.
  var arena: SharedMemory? { process?.arena }
  /// Bytes of it that count.
  var memoryBytes: Int { process?.memoryBytes ?? 0 }
  /// Whether something that is wanted has not been delivered.
  var isWanting: Bool { ledger.isWanting }
  /// Whether everything that was wanted has been delivered, as far as it ever will be.
  var isIdle: Bool { failure != nil || (news.info != nil && !ledger.isWanting) }

  private var process: DecoderProcess? { decoders.working }

  /// Whether the decoder owes something: only then is its silence a fault.
  private var isWorking: Bool {
    guard let process else { return false }
    if !process.hasGreeted || process.hasParted { return true }
    return process.arena != nil && (!process.conversation.isOpen || ledger.isAwaitingAnswers)
  }

  // MARK: What the viewer asks

  /// Takes a new plan: cancels what it lacks, asks for what is new.
  ///
  /// `caching` says when the picture is to be cached.
  func update(_ plan: TilePlan, caching: Caching = .onCloserLook, now: Double) {
    guard failure == nil, !isClosed else { return }
    if !isWorking { decoders.restartWatches(now) }
    hasPlan = true
    if !ledger.isAwaitingCancels { decoders.noteObedience(now: now) }
    let wasWanting = ledger.isWanting
    let unwanted = ledger.want(plan.wanted, ahead: plan.prefetched)
    desk.counts.tilesCancelled += unwanted.count
    for id in unwanted { process?.send(.cancel(id: id)) }
    // Somebody moves the picture already.
    if !unwanted.isEmpty { process?.giveWay() }
    self.caching = caching
    if ledger.isWanting {
      start(now: now)
      sendRequests()
    } else {
      if caching == .now { tellCaching() }
      process?.flush()
      decoders.dismissSpare()
      if wasWanting { becomeIdle() } else { finishIfAsked() }
    }
  }

  /// Ends the process once everything wanted has been delivered, now or later.
  func finishWhenIdle() {
    endsWhenIdle = true
    process?.giveWay()
    finishIfAsked()
  }

  /// Takes `finishWhenIdle` back.
  func keepRunning() { endsWhenIdle = false }

  private func finishIfAsked() {
    if endsWhenIdle, hasPlan, news.info != nil, !ledger.isWanting { closeProcess() }
  }

  /// Ends everything for good, and forgets what has not been told.
  func close() {
    isClosed = true
    closeProcess()
    decoders.dismissSpare()
    retryAt = nil
    _ = news.takeEvents()
  }

  /// What has happened since the last call, in order.
  func takeEvents() -> [SourceEvent] { news.takeEvents() }

  /// A tile has been copied: its slot may be used again.
  func release(_ tile: Tile, now: Double) {
    // A tile of an earlier process has its own arena, which goes away with the tile.
    guard let process, tile.memory === process.arena else { return }
    if !isWorking { decoders.restartWatches(now) }
    ledger.release(slot: tile.slot, request: tile.request)
    sendRequests()
  }

  /// Tiles that have not come yet are made for another display.
  func setDisplayProfile(_ profile: [UInt8], now: Double) {
    let place = opening.setDisplayProfile(profile, of: process)
    guard let process, process.arena != nil else { return }
    news.displayChanged()
    guard let place else {
      closeProcess()
      if ledger.isWanting { start(now: now) }
      return
    }
    for id in ledger.renew() { process.send(.cancel(id: id)) }
    process.send(.profile(place))
    process.grant(pixels: news.pixelsOfWork)
    decoders.noteObedience(now: now)
    sendRequests()
    process.flush()
  }

  private func tellCaching() {
    guard let process, process.conversation.isOpen, process.toldCaching != caching else { return }
    process.toldCaching = caching
    process.grant(pixels: news.pixelsOfWork)
    process.send(.caching(caching))
  }

  private func sendRequests() {
    guard let process, process.conversation.isOpen else { return }
    tellCaching()
    var slots = 0
    var first: TileQuality?
    while let request = ledger.nextRequest() {
      first = first ?? request.quality
      if request.quality == first { slots = max(slots, request.slot + 1) }
      process.send(.tile(request))
    }
    process.flush()
    if first != nil { process.grant(pixels: news.pixelsOfWork) }
    // The decoder has begun meanwhile. Slots of what comes after previews follow with their tiles.
    allocateSlots(slots)
    guard let process = self.process, ledger.isDoneWithSlotsAhead() else { return }
    opening.freeSlotsAhead(of: pixelFormat, in: process)
  }

  private var pixelFormat: PixelFormat { news.info?.levels.shape.format ?? .rgba8 }

  private func allocateSlots(_ count: Int) {
    guard let process else { return }
    do throws(Errno) {
      try opening.allocate(slots: count, of: pixelFormat, in: process)
    } catch {
      fail(.notStarted(error))
    }
  }

  // MARK: A process begins

  /// Sets how the picture is opened; a process that has it open otherwise ends, and owes nothing
  /// less.
  func reopen(_ scope: DecoderOpening.Scope) {
    // One that has only been started is as good as new.
    if let process, process.arena != nil || scope.cachesPicture && !process.cachesPicture {
      closeProcess()
    }
    opening.scope = scope
    ledger.restart(scope.slots)
  }

  /// Starts a decoder, where none runs, that is to be told later how to open the picture.
  ///
  /// One for a picture that nobody has seen anything of does not give way: until then there is
  /// nothing that a hand could move.
  func spawn(cachesPicture: Bool, isWaitedFor: Bool, now: Double) {
    guard process == nil, failure == nil, !isClosed else { return }
    do throws(DecodeError) {
      let isStarted = try decoders.start(
        route.format, cachesPicture: cachesPicture, givesWay: !isWaitedFor, now: now)
      retryAt = isStarted ? nil : now + desk.limits.tick
      guard isStarted else { return }
      opening.scope.cachesPicture = cachesPicture
      news.processStarted()
    } catch {
      retryAt = nil
      fail(error)
    }
  }

  /// Starts a decoder, where none runs, and has it open the picture, where it is known how.
  func start(now: Double) {
    let scope = opening.scope
    spawn(
      cachesPicture: scope.cachesPicture, isWaitedFor: scope.isViewed && !hasBeenIdle, now: now)
    guard let process, process.arena == nil, opening.isKnown else { return }
    do throws(Errno) {
      let request = try opening.open(process, origin: route.origin, choices: desk.choices)
      // Not after its hello: the answer comes a round trip sooner.
      process.send(.open(request))
      if desk.wantsTimes(of: process) {
        process.conversation.askedForTimes()
        process.send(.tellTimes)
      }
      process.flush()
      decoders.restartWatches(now)
    } catch {
      fail(.notStarted(error))
    }
  }

  // MARK: What the decoder says

  /// Adds what the processes are waited for by.
  func addDescriptors(to pollSet: inout PollSet) { decoders.addDescriptors(to: &pollSet) }

  /// When the clock must be looked at again.
  func nextDeadline(now: Double) -> Double? {
    let look = decoders.nextLook(isOwed: isWorking, isAwaited: awaitsAbandonment, now: now)
    guard process == nil, failure == nil, let retryAt else { return look }
    return min(look ?? retryAt, retryAt)
  }

  /// Looks after everything that the poll set and the clock have brought.
  func step(_ pollSet: PollSet, now: Double) {
    decoders.watchSpare(pollSet, now: now)
    if let retryAt, now >= retryAt { start(now: now) }
    guard let process else { return }
    var hasHeard = false
    defer { if let hello = process.hello { library = hello } }
    do throws(DecodeError) {
      try process.step(
        pollSet, isOwed: isWorking, now: now,
        progress: { fraction in
          news.learn(progress: fraction)
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
            ? news.pixelsOfWork : news.pixelsOfRest(mayCache: process.cachesPicture))
      }
      hasAnswered = false
    }
    if self.process === process { checkObedience(of: process, now: now) }
  }

  private func hear(
    _ report: PictureReport, _ process: DecoderProcess, now: Double
  ) throws(ProtocolBreach) -> PeerSignal {
    try process.conversation.admit(report)
    switch report {
    case .info(let info): try learn(info, from: process)
    case .insteadUse(let format):
      try route.pass(to: format)
      closeProcess()
      start(now: now)
    case .tileReady(let id):
      noteAnswer(now: now)
      let answer = try ledger.ready(id)
      take(answer, id: id, process)
      if !ledger.isWanting, case .deliver = answer { becomeIdle() }
    case .tileCancelled(let id):
      noteAnswer(now: now)
      try ledger.cancelled(id)
    case .tileFailed(let id, let failure):
      noteAnswer(now: now)
      guard let wanted = try ledger.failed(id) else { return .answer }
      news.tell(.tileFailed(wanted.key, DecodeError.sentence(of: failure)))
      if !ledger.isWanting { becomeIdle() }
    case .frame(let time): news.learn(time)
    case .headroom(let headroom): news.learn(headroom: headroom)
    case .metadata(let metadata):
      // Only words are asked for yet.
      if metadata.kind == .text, opening.scope.isViewed { desk.noteText(metadata.bytes) }
      return .aside
    case .times(let times):
      desk.noteTimes(times)
      return .aside
    default:
      news.learn(aside: report, hasProfile: !opening.displayProfile.isEmpty)
      return .aside
    }
    return .answer
  }

  private func learn(
    _ info: SourceInfo, from process: DecoderProcess
  ) throws(ProtocolBreach) {
    let info = try opening.accept(info)
    desk.noteHeader()
    process.noteOpened(now: MonotonicClock.now())
    opening.promise(info.levels.shape.format, in: process)
    // Tiles of two versions of a file must never stand side by side.
    guard news.learn(info) else { return fail(.changed) }
    process.grant(pixels: news.pixelsOfWork)
  }

  /// A request has been answered: there is time for another piece of work, or for what follows it.
  private func noteAnswer(now: Double) {
    hasAnswered = true
    decoders.noteObedience(now: now)
  }

  private func take(_ answer: RequestLedger.Answer, id: UInt32, _ process: DecoderProcess) {
    switch answer {
    case .drop(let wanted):
      desk.counts.count(wanted, isPrefetch: ledger.isAhead(wanted))
    case .deliver(let wanted, let slot):
      desk.counts.count(wanted, isPrefetch: ledger.isAhead(wanted))
      guard let arena = process.arena else { return }
      allocateSlots(slot + 1)
      guard self.process === process else { return }
      desk.counts.tilesDelivered += 1
      news.tell(
        .tile(
          Tile(
            source: self.id, key: wanted.key, quality: wanted.quality, slot: slot,
            arena: arena, request: id)))
    }
  }

  private func becomeIdle() {
    mishaps.madeGood()
    hasBeenIdle = true
    process?.giveWay()
    decoders.dismissSpare()
    news.tell(.idle)
    finishIfAsked()
  }

  // MARK: A process ends

  /// Ends the process; tiles that are out keep their arena, and what it owed waits for the next.
  func closeProcess() {
    guard process != nil else { return }
    decoders.endWorking()
    news.processEnded()
    ledger.restart(opening.scope.slots)
  }

  /// The conversation with the process is over.
  private func end(_ error: DecodeError, _ process: DecoderProcess, now: Double) {
    guard case .crashed(let end, _) = error else { return fail(error) }
    if isAbandonment(end) {
      // It could not stop what nobody wants any more; another is sooner done with what is wanted.
      closeProcess()
      guard ledger.isWanting else { return }
      if decoders.promoteSpare(now: now) { news.processStarted() }
      return start(now: now)
    }
    // A process that dies with nothing to do is missed only when it is wanted again.
    let wasNeeded = news.info == nil || ledger.isWanting || !process.conversation.isOpen
    closeProcess()
    if wasNeeded ? mishaps.mayRetry(after: end) : !end.isOutOfTime || mishaps.mayBurn() {
      if wasNeeded { start(now: now) }
    } else {
      fail(error)
    }
  }

  /// Whether a decoder of drawings has ended because it was drawing for nobody: only after tiles
  /// have been cancelled that it has not answered.
  private func isAbandonment(_ end: ProcessEnd) -> Bool {
    end == .exited(WireFormat.abandonedStatus) && ledger.isAwaitingCancels && news.isDocument
  }

  private func fail(_ error: DecodeError) {
    guard failure == nil else { return }
    if news.info == nil, error.isForWantOfDecoder, route.takeBack() {
      // The one that passed the file on shows what is in it for everybody.
      closeProcess()
      retryAt = 0
      return
    }
    failure = error
    closeProcess()
    decoders.dismissSpare()
    news.tell(.failed(error.sentence))
  }

  /// Cancelled requests are answered in time, or the decoder does not read its socket.
  private func checkObedience(of process: DecoderProcess, now: Double) {
    guard isWorking, !process.hasParted, ledger.isAwaitingCancels else {
      return decoders.noteObedience(now: now)
    }
    let error = decoders.wait(route.format, isAwaited: awaitsAbandonment, now: now)
    if let error { fail(error) }
  }

  /// Whether a decoder of documents works for nobody while something else is wanted.
  private var awaitsAbandonment: Bool {
    ledger.isAwaitingCancels && ledger.isWanting && news.isDocument
  }
}
