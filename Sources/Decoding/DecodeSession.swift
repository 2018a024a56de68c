import DecoderProtocol
import Geometry
import Platform
import Tiles
import Tiling

/// One open picture: what is wanted of it, and the decoder that works on it, if one does.
///
/// A session outlives its process: one that crashed is started again once, and one that was closed
/// to save memory is started again when tiles are wanted.
final class DecodeSession {
  let picture: SourceID
  private let file: FileDescriptor
  private let format: PictureFormat
  private let slotCount: Int
  private let surfaceEdge: Int
  private let shape: TileShape
  private let displayProfile: [UInt8]
  private let setsAside: Bool
  private let frame: Int
  private let limits: DecodeScheduler.Limits

  private(set) var process: DecoderProcess?
  private(set) var info: SourceInfo?
  private var ledger: RequestLedger
  private var crashes = 0
  private var hasFailed = false
  private var endsWhenIdle = false
  private var progressBudget: TokenBucket
  private var lastProgress: Float = -1
  /// Silence of any kind, and silence of anything new.
  private var silence: SilenceWatch
  private var standstill: SilenceWatch
  /// How long cancelled requests have not been answered: a decoder that does not read its socket.
  private var disobedience: SilenceWatch
  private var hasPlan = false
  /// Whether the process that runs has every part of the picture near.
  private(set) var isSetAside = false
  /// Whether the window thread knows that some of the picture is missing.
  private var isIncomplete = false
  /// The largest version of the picture that is near although there was no room for all of it.
  private(set) var keptSize: PixelSize?

  init(
    picture: SourceID, file: consuming FileDescriptor, format: PictureFormat, slotCount: Int,
    surfaceEdge: Int, displayProfile: [UInt8], shape: TileShape = .usual, setsAside: Bool,
    frame: Int = 0,
    limits: DecodeScheduler.Limits, now: Double
  ) {
    self.picture = picture
    self.file = file
    self.format = format
    self.slotCount = slotCount
    self.surfaceEdge = surfaceEdge
    self.shape = shape
    self.displayProfile = displayProfile
    self.setsAside = setsAside
    self.frame = frame
    self.limits = limits
    ledger = RequestLedger(slotCount: slotCount)
    progressBudget = TokenBucket(rate: limits.progressRate, burst: limits.progressBurst, now: now)
    silence = SilenceWatch(now: now)
    standstill = SilenceWatch(now: now)
    disobedience = SilenceWatch(now: now)
  }

  /// Whether the decoder owes something: only then is its silence a fault.
  var isWorking: Bool {
    guard let process else { return false }
    return !process.conversation.isOpen || ledger.isAwaitingAnswers || process.partedAt != nil
  }

  /// Whether everything that was wanted has been delivered, as far as it ever will be.
  var isIdle: Bool { hasFailed || (info != nil && !ledger.isWanting) }

  // MARK: What the viewer asks

  /// Starts a decoder, where none runs.
  func start(_ desk: DecodeDesk, now: Double) {
    guard process == nil, !hasFailed else { return }
    do throws(DecodeError) {
      let process = try DecoderProcess(
        format: format, locator: desk.locator, file: file, arenaBytes: slotCount * shape.slotBytes,
        setsAside: setsAside, limits: limits, now: now)
      desk.statistics.processesStarted += 1
      self.process = process
      lastProgress = -1
      restartWatches(now)
      let request = OpenRequest(
        arenaBytes: process.arena.count, slotCount: slotCount, displayProfile: displayProfile,
        surfaceEdge: surfaceEdge, shape: shape, frame: frame)
      // Not after its hello: the answer comes a round trip sooner.
      process.send(.open(request))
      process.flush()
    } catch {
      fail(error, desk)
    }
  }

  /// Takes a new plan: cancels what it lacks, asks for what is new.
  func update(_ plan: TilePlan, _ desk: DecodeDesk, now: Double) {
    guard !hasFailed else { return }
    if !isWorking { restartWatches(now) }
    hasPlan = true
    if !ledger.isAwaitingCancels { disobedience.restart(now: now) }
    let wasWanting = ledger.isWanting
    let unwanted = ledger.want(plan.wanted + plan.ahead)
    desk.statistics.tilesCancelled += unwanted.count
    for id in unwanted { process?.send(.cancel(id: id)) }
    if ledger.isWanting {
      start(desk, now: now)
      sendRequests()
    } else {
      process?.flush()
      if wasWanting { becomeIdle(desk) } else { finishIfAsked(desk) }
    }
  }

  /// Ends the process once everything wanted has been delivered, now or later.
  func finishWhenIdle(_ desk: DecodeDesk) {
    endsWhenIdle = true
    finishIfAsked(desk)
  }

  private func finishIfAsked(_ desk: DecodeDesk) {
    if endsWhenIdle, hasPlan, info != nil, !ledger.isWanting { closeProcess(desk) }
  }

  /// Takes `finishWhenIdle` back.
  func keepRunning() { endsWhenIdle = false }

  /// Ends the process and forgets the plan; a new one starts it again.
  func suspend(_ desk: DecodeDesk) {
    closeProcess(desk)
    _ = ledger.want([])
  }

  /// Ends the process; tiles that are out keep their arena, and what it owed waits for the next.
  ///
  /// It is killed, not asked: it may be deep in a pass, and has nothing to tidy up.
  func closeProcess(_ desk: DecodeDesk) {
    guard let process else { return }
    desk.bury(process.child)
    self.process = nil
    isSetAside = false
    isIncomplete = false
    keptSize = nil
    ledger.restart()
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
  func step(_ pollSet: PollSet, _ desk: DecodeDesk, now: Double) {
    guard let process else { return }
    // What a decoder said before it died counts, so its death is looked at last.
    let hasEnded = pollSet.isReadable(process.child.descriptor)
    if hasEnded || process.hasErrorOutput(pollSet) {
      guard process.readErrorOutput(into: desk.buffer, now: now) else {
        return fail(.flooded(.errorOutput, lastWords: process.lastWords), desk)
      }
    }
    if hasEnded || process.hasMessages(pollSet) {
      readMessages(process, desk, now: now)
      guard self.process === process else { return }
    }
    if hasEnded, let end = process.child.reap() { return crash(end, desk, now: now) }
    process.flush()
    checkPatience(process, desk, now: now)
  }

  private func readMessages(_ process: DecoderProcess, _ desk: DecodeDesk, now: Double) {
    do throws(ProtocolBreach) {
      for message in try process.receive(into: desk.buffer, now: now) {
        silence.restart(now: now)
        try process.conversation.admit(message)
        try handle(message, process, desk, now: now)
        guard self.process === process else { return }
      }
    } catch {
      // The reason may still stand in the pipe.
      _ = process.readErrorOutput(into: desk.buffer, now: now)
      return fail(.lied(error, lastWords: process.lastWords), desk)
    }
    sendRequests()
  }

  private func handle(
    _ message: DecoderMessage, _ process: DecoderProcess, _ desk: DecodeDesk, now: Double
  ) throws(ProtocolBreach) {
    switch message {
    case .hello:
      standstill.restart(now: now)
    case .info(let news):
      standstill.restart(now: now)
      learn(news, desk)
    case .tileReady(let id):
      standstill.restart(now: now)
      disobedience.restart(now: now)
      let answer = try ledger.ready(id)
      take(answer, id: id, process, desk)
      if !ledger.isWanting, case .deliver = answer { becomeIdle(desk) }
    case .tileCancelled(let id):
      standstill.restart(now: now)
      disobedience.restart(now: now)
      try ledger.cancelled(id)
    case .progress(let fraction):
      guard mayTell(process, desk, now: now) else { return }
      guard fraction != lastProgress else { return }
      lastProgress = fraction
      standstill.restart(now: now)
      desk.events.append(.progress(picture, Double(fraction)))
    case .setAside:
      guard mayTell(process, desk, now: now) else { return }
      isSetAside = true
    case .incomplete(let sentence):
      guard mayTell(process, desk, now: now) else { return }
      guard !isIncomplete else { return }
      isIncomplete = true
      let harmless = escapedForDisplay(sentence.utf8, limit: 300)
      desk.events.append(.incomplete(picture, harmless))
    case .noRoom(let kept):
      guard mayTell(process, desk, now: now) else { return }
      if keptSize == nil { desk.events.append(.noRoom(picture)) }
      keptSize = kept
    case .failure(let failure):
      _ = process.readErrorOutput(into: desk.buffer, now: now)
      fail(.refused(failure, lastWords: process.lastWords), desk)
    }
  }

  /// Whether the decoder may say one thing more that nobody asked for; it ends where it may not.
  private func mayTell(_ process: DecoderProcess, _ desk: DecodeDesk, now: Double) -> Bool {
    if progressBudget.take(1, now: now) { return true }
    fail(.flooded(.messages, lastWords: process.lastWords), desk)
    return false
  }

  private func learn(_ news: SourceInfo, _ desk: DecodeDesk) {
    var news = news
    news.levels.shape = shape
    guard let info else {
      info = news
      desk.events.append(.opened(picture, news))
      return
    }
    // Tiles of two versions of a file must never stand side by side.
    if info != news { fail(.changed, desk) }
  }

  private func take(
    _ answer: RequestLedger.Answer, id: UInt32, _ process: DecoderProcess, _ desk: DecodeDesk
  ) {
    switch answer {
    case .drop(let wanted):
      desk.statistics.count(wanted)
    case .deliver(let wanted, let slot):
      desk.statistics.count(wanted)
      desk.statistics.tilesDelivered += 1
      desk.events.append(
        .tile(
          Tile(
            source: picture, key: wanted.key, quality: wanted.quality, slot: slot,
            arena: process.arena, request: id)))
    }
  }

  private func becomeIdle(_ desk: DecodeDesk) {
    // It did all that was asked of it: an earlier crash is made good.
    crashes = 0
    desk.events.append(.idle(picture))
    finishIfAsked(desk)
  }

  // MARK: Ends

  private func checkPatience(_ process: DecoderProcess, _ desk: DecodeDesk, now: Double) {
    guard isWorking else { return restartWatches(now) }
    silence.advance(to: now, tick: limits.tick)
    standstill.advance(to: now, tick: limits.tick)
    disobedience.advance(to: now, tick: limits.tick)
    if !ledger.isAwaitingCancels { disobedience.restart(now: now) }
    if let partedAt = process.partedAt {
      // A dying process closes its socket a little before its end can be seen.
      guard now - partedAt >= limits.partingTime else { return }
      return fail(.lied(.closedSocket, lastWords: process.lastWords), desk)
    }
    let patience = limits.standstillTimeout
    if silence.silence >= limits.hangTimeout || standstill.silence >= patience
      || disobedience.silence >= patience
    {
      fail(.hung(lastWords: process.lastWords), desk)
    }
  }

  /// When the clock must be looked at again.
  func nextDeadline(_ limits: DecodeScheduler.Limits, now: Double) -> Double? {
    guard isWorking, let process else { return nil }
    if let partedAt = process.partedAt { return partedAt + limits.partingTime }
    return now + min(limits.tick, limits.hangTimeout - silence.silence)
  }

  private func restartWatches(_ now: Double) {
    silence.restart(now: now)
    standstill.restart(now: now)
    disobedience.restart(now: now)
  }

  private func crash(_ end: ProcessEnd, _ desk: DecodeDesk, now: Double) {
    guard let process else { return }
    let wasNeeded = info == nil || ledger.isWanting || !process.conversation.isOpen
    closeProcess(desk)
    // A process that dies with nothing to do is missed only when it is wanted again.
    guard wasNeeded else { return }
    crashes += 1
    if crashes > limits.retries {
      fail(.crashed(end, lastWords: process.lastWords), desk)
    } else {
      start(desk, now: now)
    }
  }

  private func fail(_ error: DecodeError, _ desk: DecodeDesk) {
    guard !hasFailed else { return }
    hasFailed = true
    closeProcess(desk)
    desk.events.append(.failed(picture, error))
  }
}
