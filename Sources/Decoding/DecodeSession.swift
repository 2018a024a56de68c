import DecoderProtocol
import Geometry
import Platform
import Tiles
import Tiling

/// One picture: what is wanted of it, and the decoder that works on it, if one does.
///
/// A session outlives its process: one that crashed is started again once, and one that was closed
/// to save memory is started again when tiles are wanted.
final class DecodeSession {
  /// What does not change while a picture is open.
  struct Picture {
    let id: SourceID
    let file: () -> FileDescriptor?
    let format: PictureFormat
    let frame: Int
    let shape: TileShape
    let displayProfile: [UInt8]
  }

  let picture: Picture
  let desk: DecoderDesk
  private(set) var slotCount = 0
  /// Whether it was opened to be looked at.
  private(set) var isViewed = false
  private var surfaceEdge = 1
  private var setsAside = false

  private(set) var process: DecoderProcess?
  private(set) var info: SourceInfo?
  private(set) var failure: DecodeError?
  private(set) var events: [SourceEvent] = []
  private var isClosed = false
  private var ledger = RequestLedger(slotCount: 0)
  private var crashes = 0
  private var endsWhenIdle = false
  /// When the file is asked for again, where there was no descriptor to spare.
  private var retryAt: Double?
  private var progressBudget: TokenBucket
  private var lastProgress: Float = -1
  /// Silence of any kind, and silence of anything new.
  private var silence = SilenceWatch(now: 0)
  private var standstill = SilenceWatch(now: 0)
  /// How long cancelled requests have not been answered: a decoder that does not read its socket.
  private var disobedience = SilenceWatch(now: 0)
  private var hasPlan = false
  /// Whether the process that runs has every part of the picture near.
  private(set) var isSetAside = false
  /// Whether the window thread knows that some of the picture is missing.
  private var isIncomplete = false
  /// The largest version of the picture that is near although there was no room for all of it.
  private(set) var keptSize: PixelSize?

  private var limits: DecoderDesk.Limits { desk.limits }

  init(_ picture: Picture, desk: DecoderDesk) {
    self.picture = picture
    self.desk = desk
    progressBudget = TokenBucket(
      rate: desk.limits.progressRate, burst: desk.limits.progressBurst, now: 0)
  }

  /// Whether it is known how the picture is to be opened.
  var isOpened: Bool { slotCount > 0 }

  /// Whether something that is wanted has not been delivered.
  var isWanting: Bool { ledger.isWanting }

  /// Whether the decoder owes something: only then is its silence a fault.
  var isWorking: Bool {
    guard let process else { return false }
    return !process.conversation.isOpen || ledger.isAwaitingAnswers || process.partedAt != nil
  }

  /// Whether everything that was wanted has been delivered, as far as it ever will be.
  var isIdle: Bool { failure != nil || (info != nil && !ledger.isWanting) }

  // MARK: What the viewer asks

  /// Sets how the next process is opened, and ends the one that runs; what it owed is not lost.
  func reopen(slotCount: Int, surfaceEdge: Int, isViewed: Bool, setsAside: Bool) {
    closeProcess()
    self.slotCount = slotCount
    self.surfaceEdge = surfaceEdge
    self.isViewed = isViewed
    self.setsAside = setsAside
    ledger.restart(slotCount: slotCount)
  }

  /// Starts a decoder, where none runs.
  func start(now: Double) {
    guard process == nil, failure == nil, isOpened, !isClosed else { return }
    guard let file = picture.file() else {
      retryAt = now + limits.tick
      return
    }
    retryAt = nil
    do throws(DecodeError) {
      let process = try DecoderProcess(
        format: picture.format, locator: desk.locator, file: file,
        arenaBytes: slotCount * picture.shape.slotBytes, setsAside: setsAside, limits: limits,
        now: now)
      desk.adopt(process)
      self.process = process
      lastProgress = -1
      restartWatches(now)
      let request = OpenRequest(
        arenaBytes: process.arena.count, slotCount: slotCount,
        displayProfile: picture.displayProfile, surfaceEdge: surfaceEdge, shape: picture.shape,
        frame: picture.frame)
      // Not after its hello: the answer comes a round trip sooner.
      process.send(.open(request))
      process.flush()
    } catch {
      fail(error)
    }
  }

  /// Takes a new plan: cancels what it lacks, asks for what is new.
  func update(_ plan: TilePlan, now: Double) {
    guard failure == nil, !isClosed else { return }
    if !isWorking { restartWatches(now) }
    hasPlan = true
    if !ledger.isAwaitingCancels { disobedience.restart(now: now) }
    let wasWanting = ledger.isWanting
    let unwanted = ledger.want(plan.wanted + plan.ahead)
    desk.counts.tilesCancelled += unwanted.count
    for id in unwanted { process?.send(.cancel(id: id)) }
    if ledger.isWanting {
      start(now: now)
      sendRequests()
    } else {
      process?.flush()
      if wasWanting { becomeIdle() } else { finishIfAsked() }
    }
  }

  /// Ends the process once everything wanted has been delivered, now or later.
  func finishWhenIdle() {
    endsWhenIdle = true
    finishIfAsked()
  }

  private func finishIfAsked() {
    if endsWhenIdle, hasPlan, info != nil, !ledger.isWanting { closeProcess() }
  }

  /// Takes `finishWhenIdle` back.
  func keepRunning() { endsWhenIdle = false }

  /// Ends everything for good, and forgets what has not been told.
  func close() {
    isClosed = true
    closeProcess()
    retryAt = nil
    events.removeAll()
  }

  /// What has happened since the last call, in order.
  func takeEvents() -> [SourceEvent] {
    defer { events.removeAll() }
    return events
  }

  /// Ends the process; tiles that are out keep their arena, and what it owed waits for the next.
  ///
  /// It is killed, not asked: it may be deep in a pass, and has nothing to tidy up.
  func closeProcess() {
    guard let process else { return }
    desk.bury(process)
    self.process = nil
    isSetAside = false
    isIncomplete = false
    keptSize = nil
    ledger.restart(slotCount: slotCount)
  }

  /// A tile has been copied: its slot may be used again.
  func release(_ tile: Tile, now: Double) {
    // A tile of an earlier process has its own arena, which goes away with the tile.
    guard let process, tile.memory === process.arena else { return }
    if !isWorking { restartWatches(now) }
    ledger.release(slot: tile.slot, request: tile.request)
    sendRequests()
  }

  private func sendRequests() {
    guard let process, process.conversation.isOpen else { return }
    while let request = ledger.nextRequest() { process.send(.tile(request)) }
    process.flush()
  }

  // MARK: What the decoder says

  /// Looks after everything that the poll set and the clock have brought.
  func step(_ pollSet: PollSet, now: Double) {
    if let retryAt, now >= retryAt, process == nil { start(now: now) }
    guard let process else { return }
    // What a decoder said before it died counts, so its death is looked at last.
    let hasEnded = pollSet.isReadable(process.child.descriptor)
    if hasEnded || process.hasErrorOutput(pollSet) {
      guard process.readErrorOutput(into: desk.buffer, now: now) else {
        return fail(.flooded(.errorOutput, lastWords: process.lastWords))
      }
    }
    if hasEnded || process.hasMessages(pollSet) {
      readMessages(process, now: now)
      guard self.process === process else { return }
    }
    if hasEnded, let end = process.child.reap() { return crash(end, now: now) }
    process.flush()
    checkPatience(process, now: now)
  }

  private func readMessages(_ process: DecoderProcess, now: Double) {
    do throws(ProtocolBreach) {
      for message in try process.receive(into: desk.buffer, now: now) {
        silence.restart(now: now)
        try process.conversation.admit(message)
        try handle(message, process, now: now)
        guard self.process === process else { return }
      }
    } catch {
      // The reason may still stand in the pipe.
      _ = process.readErrorOutput(into: desk.buffer, now: now)
      return fail(.lied(error, lastWords: process.lastWords))
    }
    sendRequests()
  }

  private func handle(
    _ message: DecoderMessage, _ process: DecoderProcess, now: Double
  ) throws(ProtocolBreach) {
    switch message {
    case .hello:
      standstill.restart(now: now)
    case .info(let news):
      standstill.restart(now: now)
      learn(news)
    case .tileReady(let id):
      standstill.restart(now: now)
      disobedience.restart(now: now)
      let answer = try ledger.ready(id)
      take(answer, id: id, process)
      if !ledger.isWanting, case .deliver = answer { becomeIdle() }
    case .tileCancelled(let id):
      standstill.restart(now: now)
      disobedience.restart(now: now)
      try ledger.cancelled(id)
    case .progress(let fraction):
      guard mayTell(process, now: now) else { return }
      guard fraction != lastProgress else { return }
      lastProgress = fraction
      standstill.restart(now: now)
      events.append(.progress(Double(fraction)))
    case .setAside:
      guard mayTell(process, now: now) else { return }
      isSetAside = true
    case .incomplete(let sentence):
      guard mayTell(process, now: now) else { return }
      guard !isIncomplete else { return }
      isIncomplete = true
      let harmless = escapedForDisplay(sentence.utf8, limit: 300)
      events.append(.incomplete(harmless))
    case .noRoom(let kept):
      guard mayTell(process, now: now) else { return }
      if keptSize == nil { events.append(.noRoom) }
      keptSize = kept
    case .failure(let failure):
      _ = process.readErrorOutput(into: desk.buffer, now: now)
      fail(.refused(failure, lastWords: process.lastWords))
    }
  }

  /// Whether the decoder may say one thing more that nobody asked for; it ends where it may not.
  private func mayTell(_ process: DecoderProcess, now: Double) -> Bool {
    if progressBudget.take(1, now: now) { return true }
    fail(.flooded(.messages, lastWords: process.lastWords))
    return false
  }

  private func learn(_ news: SourceInfo) {
    var news = news
    news.levels.shape = picture.shape
    guard let info else {
      info = news
      events.append(.opened(news))
      return
    }
    // Tiles of two versions of a file must never stand side by side.
    if info != news { fail(.changed) }
  }

  private func take(
    _ answer: RequestLedger.Answer, id: UInt32, _ process: DecoderProcess
  ) {
    switch answer {
    case .drop(let wanted):
      desk.counts.count(wanted)
    case .deliver(let wanted, let slot):
      desk.counts.count(wanted)
      desk.counts.tilesDelivered += 1
      events.append(
        .tile(
          Tile(
            source: picture.id, key: wanted.key, quality: wanted.quality, slot: slot,
            arena: process.arena, request: id)))
    }
  }

  private func becomeIdle() {
    // It did all that was asked of it: an earlier crash is made good.
    crashes = 0
    events.append(.idle)
    finishIfAsked()
  }

  // MARK: Ends

  private func checkPatience(_ process: DecoderProcess, now: Double) {
    guard isWorking else { return restartWatches(now) }
    silence.advance(to: now, tick: limits.tick)
    standstill.advance(to: now, tick: limits.tick)
    disobedience.advance(to: now, tick: limits.tick)
    if !ledger.isAwaitingCancels { disobedience.restart(now: now) }
    if let partedAt = process.partedAt {
      // A dying process closes its socket a little before its end can be seen.
      guard now - partedAt >= limits.partingTime else { return }
      return fail(.lied(.closedSocket, lastWords: process.lastWords))
    }
    let patience = limits.standstillTimeout
    if silence.silence >= limits.hangTimeout || standstill.silence >= patience
      || disobedience.silence >= patience
    {
      fail(.hung(lastWords: process.lastWords))
    }
  }

  /// When the clock must be looked at again.
  func nextDeadline(now: Double) -> Double? {
    if process == nil, failure == nil { return retryAt }
    guard isWorking, let process else { return nil }
    if let partedAt = process.partedAt { return partedAt + limits.partingTime }
    return now + min(limits.tick, limits.hangTimeout - silence.silence)
  }

  private func restartWatches(_ now: Double) {
    silence.restart(now: now)
    standstill.restart(now: now)
    disobedience.restart(now: now)
  }

  private func crash(_ end: ProcessEnd, now: Double) {
    guard let process else { return }
    let wasNeeded = info == nil || ledger.isWanting || !process.conversation.isOpen
    closeProcess()
    // A process that dies with nothing to do is missed only when it is wanted again.
    guard wasNeeded else { return }
    crashes += 1
    if crashes > limits.retries {
      fail(.crashed(end, lastWords: process.lastWords))
    } else {
      start(now: now)
    }
  }

  private func fail(_ error: DecodeError) {
    guard failure == nil else { return }
    failure = error
    closeProcess()
    events.append(.failed(error.sentence))
  }
}
