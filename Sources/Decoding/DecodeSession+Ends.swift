import DecoderProtocol
import Geometry
import Platform
import Tiles
import Tiling

/// How a process ends, by itself or because patience does.
extension DecodeSession {
  func checkPatience(_ process: DecoderProcess, now: Double) {
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
    provideSpare(process, now: now)
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
    var wait = min(limits.tick, limits.hangTimeout - silence.silence)
    if spare == nil, awaitsAbandonment {
      wait = min(wait, max(0, process.patienceBeforeSpare - disobedience.silence))
    }
    return now + wait
  }

  func restartWatches(_ now: Double) {
    silence.restart(now: now)
    standstill.restart(now: now)
    disobedience.restart(now: now)
  }

  func crash(_ end: ProcessEnd, now: Double) {
    guard let process else { return }
    if isAbandonment(end) {
      // It could not stop what nobody wants any more; another is sooner done with what is wanted.
      closeProcess()
      if ledger.isWanting {
        promoteSpare(now: now)
        start(now: now)
      }
      return
    }
    let wasNeeded = info == nil || ledger.isWanting || !process.conversation.isOpen
    closeProcess()
    // A process that dies with nothing to do is missed only when it is wanted again.
    guard wasNeeded else { return }
    crashes += 1
    let error = DecodeError.ended(
      end, of: picture.format, hasGreeted: process.conversation.hasGreeted,
      lastWords: process.lastWords)
    var isHopeless = false
    if case .missingLibrary = error { isHopeless = true }
    if isHopeless || crashes > limits.retries {
      fail(error)
    } else {
      start(now: now)
    }
  }

  /// Whether a decoder of drawings has ended because it was drawing for nobody: only after tiles
  /// have been cancelled that it has not answered.
  private func isAbandonment(_ end: ProcessEnd) -> Bool {
    end == .exited(WireFormat.abandonedStatus) && ledger.isAwaitingCancels && drawsDocument
  }

  func fail(_ error: DecodeError) {
    guard failure == nil else { return }
    if info == nil, error.isForWantOfDecoder, takeBack() {
      // The one that passed the file on shows what is in it for everybody.
      closeProcess()
      retryAt = 0
      return
    }
    failure = error
    closeProcess()
    dismissSpare()
    events.append(.failed(error.sentence))
  }
}
