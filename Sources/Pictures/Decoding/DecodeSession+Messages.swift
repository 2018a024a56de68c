import DecoderProtocol
import Geometry
import Platform
import Tiles
import Tiling

/// What the decoder says.
extension DecodeSession {
  /// Looks after everything that the poll set and the clock have brought.
  func step(_ pollSet: PollSet, now: Double) {
    if let retryAt, now >= retryAt { start(now: now) }
    guard let process else { return }
    var hasHeard = false
    do throws(DecodeError) {
      try process.step(pollSet, isOwed: isWorking, now: now) { (message) throws(ProtocolBreach) in
        hasHeard = true
        return try hear(message, process, now: now)
      }
    } catch {
      if let hello = process.hello { library = hello }
      return end(error, now: now)
    }
    guard self.process === process else { return }
    if let hello = process.hello { library = hello }
    if hasHeard {
      sendRequests()
      if hasAnswered { self.process?.grant(pixels: isWorking ? pixelsOfWork : pixelsOfRest) }
      hasAnswered = false
      guard self.process === process else { return }
    }
    checkPatience(process, now: now)
  }

  private func hear(
    _ message: DecoderMessage, _ process: DecoderProcess, now: Double
  ) throws(ProtocolBreach) -> PeerSignal {
    try process.conversation.admit(message)
    switch message {
    case .info(let news):
      try learn(news)
      process.grant(pixels: pixelsOfWork)
    case .insteadUse(let format):
      try change(to: format, now: now)
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
      events.append(.tileFailed(wanted.key, DecodeError.sentence(of: failure)))
      if !ledger.isWanting { becomeIdle() }
    case .frame(let time): learn(time)
    case .headroom(let headroom): learn(headroom: headroom)
    case .progress(let fraction):
      if fraction != lastProgress { events.append(.progress(Double(fraction))) }
      lastProgress = fraction
      return .progress(fraction)
    default:
      takeAside(message)
      return .aside
    }
    return .answer
  }

  /// What it tells of the picture unasked.
  private func takeAside(_ message: DecoderMessage) {
    switch message {
    case .display(let curves):
      guard info?.displayCurves != curves else { return }
      info?.displayCurves = curves
      if let info { events.append(.changed(info)) }
    case .brokenProfile:
      if !picture.displayProfile.isEmpty { events.append(.profileRefused) }
    case .gainMap(let map): gainMap = map
    case .metadata(let metadata):
      // How much may come is bounded where its turn is checked; only words are asked for yet.
      guard metadata.kind == .text, isViewed else { return }
      let lines = metadata.bytes.split(separator: UInt8(ascii: "\n"))
      desk.counts.pictureText = lines.prefix(20).map { escapedForDisplay($0, limit: 300) }
        .joined(separator: "; ")
    case .times(let times): desk.noteTimes(times)
    case .cached: isCached = true
    case .incomplete(let sentence):
      guard !isIncomplete else { return }
      isIncomplete = true
      events.append(.incomplete(escapedForDisplay(sentence.utf8, limit: 300)))
    case .noRoom(let kept):
      if !hasToldNoRoom { events.append(.noRoom) }
      hasToldNoRoom = true
      keptSize = kept
    default: break
    }
  }

  /// A request has been answered: there is time for another piece of work, or for what follows it.
  private func noteAnswer(now: Double) {
    hasAnswered = true
    disobedience.restart(now: now)
  }

  private func learn(_ news: SourceInfo) throws(ProtocolBreach) {
    var news = news
    guard pixelKinds.accepts(news.levels.shape.format) else {
      throw .badMessage(.badValue("pixel kind"))
    }
    news.levels.shape.edge = picture.shape.edge
    news.levels.shape.overlap = picture.shape.overlap
    desk.noteHeader()
    process?.noteOpened(now: MonotonicClock.now())
    promiseSlots(of: news.levels.shape.format)
    guard info != nil else {
      info = news
      events.append(.opened(news))
      return
    }
    // Tiles of two versions of a file must never stand side by side.
    guard var known = self.info else { return }
    frameTimes.removeAll()
    // What only shows when rows come is learnt again, and is what it was.
    if known.levels.shape.format == .rgba16f {
      known.headroom = news.headroom
      known.displayCurves = nil
    }
    // What was learnt frame by frame is learnt again.
    if news.frameCount == 0, news.isTimed { known.frameCount = 0 }
    if known != news { fail(.changed) }
  }

  /// Rows have shown how bright the picture is.
  private func learn(headroom: Double) {
    guard info?.headroom != headroom else { return }
    info?.headroom = headroom
    if let info { events.append(.changed(info)) }
  }

  /// The last of an unknown number of frames tells how many there are.
  private func learn(_ time: FrameTime) {
    frameTimes.append(time.microseconds)
    guard time.isLast, info?.frameCount == 0 else { return }
    info?.frameCount = frameTimes.count
    if let info { events.append(.changed(info)) }
  }

  /// The file is another decoder's, by its own word; that one can only give it back.
  private func change(to name: String, now: Double) throws(ProtocolBreach) {
    if let firstFormat {
      // The other one does not read it either.
      guard name == firstFormat.name, takeBack() else { throw .unexpectedMessage }
    } else {
      firstFormat = picture.format
      if let format = PictureFormat.named(name) {
        guard format.decoderName != picture.format.decoderName else { throw .unexpectedMessage }
        picture.format = format
      } else {
        // A camera's raw picture, say: what is in it for everybody is better than nothing.
        isAlone = true
      }
    }
    closeProcess()
    start(now: now)
  }

  private func take(
    _ answer: RequestLedger.Answer, id: UInt32, _ process: DecoderProcess
  ) {
    switch answer {
    case .drop(let wanted):
      desk.counts.count(wanted, isPrefetch: ledger.isAhead(wanted))
    case .deliver(let wanted, let slot):
      desk.counts.count(wanted, isPrefetch: ledger.isAhead(wanted))
      guard let arena = process.arena else { return }
      allocateSlots(slot + 1)
      guard self.process === process else { return }
      desk.counts.tilesDelivered += 1
      events.append(
        .tile(
          Tile(
            source: picture.id, key: wanted.key, quality: wanted.quality, slot: slot,
            arena: arena, request: id)))
    }
  }

  func becomeIdle() {
    // It did all that was asked of it: an earlier crash is made good.
    crashes = 0
    hasBeenIdle = true
    process?.giveWay()
    dismissSpare()
    events.append(.idle)
    finishIfAsked()
  }
}
