import DecoderProtocol
import Geometry
import Glibc
import Platform
import Tiles
import Tiling

/// How a process ends, by itself or because patience does.
extension DecodeSession {
  func checkPatience(_ process: DecoderProcess, now: Double) {
    guard isWorking, !process.hasParted else { return disobedience.restart(now: now) }
    disobedience.advance(to: now, tick: limits.tick)
    if !ledger.isAwaitingCancels { disobedience.restart(now: now) }
    provideSpare(process, now: now)
    if disobedience.silence >= limits.standstillTimeout {
      fail(.hung(lastWords: process.lastWords))
    }
  }

  /// When the clock must be looked at again.
  func nextDeadline(now: Double) -> Double? {
    if process == nil, failure == nil { return retryAt }
    guard let process else { return nil }
    let next = process.nextLook(isOwed: isWorking, now: now)
    guard isWorking, !process.hasParted, spare == nil, awaitsAbandonment else { return next }
    return min(next, now + max(0, process.patienceBeforeSpare - disobedience.silence))
  }

  func restartWatches(_ now: Double) {
    process?.restartWatch(now: now)
    disobedience.restart(now: now)
  }

  /// Ends a process that works on for nobody: it is missed only when it is wanted again, but twice
  /// is no accident.
  private func endBurner(_ error: DecodeError) {
    burns += 1
    guard burns <= limits.retries else { return fail(error) }
    closeProcess()
  }

  /// The conversation with the process is over.
  func end(_ error: DecodeError, now: Double) {
    guard case .crashed(let end, _) = error, let process else { return fail(error) }
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
    guard wasNeeded else {
      if end == .signalled(SIGXCPU) { endBurner(error) }
      return
    }
    crashes += 1
    // Another would use as much processor time for the same, and nobody waits twice as long.
    if end == .signalled(SIGXCPU) || crashes > limits.retries {
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
