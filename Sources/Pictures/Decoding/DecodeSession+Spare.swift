import DecoderProtocol

/// A process that is ready when another one is about to end.
///
/// What draws documents can't be interrupted: it ends by itself when it has drawn long enough for
/// nobody. Starting the next one, with its fonts and behind its lock-down, takes as long as that;
/// so it is started meanwhile, and has nothing left to do but to read the document.
extension DecodeSession {
  /// Starts one, once cancelled work has kept a decoder of documents busy for a moment.
  func provideSpare(_ process: DecoderProcess, now: Double) {
    guard spare == nil, awaitsAbandonment,
      disobedience.silence >= process.patienceBeforeSpare
    else { return }
    // Without one the picture takes a little longer: nobody needs to hear of it.
    guard let file = picture.file() else { return }
    spare = try? makeProcess(of: file, cachesPicture: process.cachesPicture, now: now)
  }

  /// Whether a decoder of documents works for nobody while something else is wanted.
  var awaitsAbandonment: Bool { ledger.isAwaitingCancels && ledger.isWanting && drawsDocument }

  /// Whether it is a document, which is drawn at any scale.
  var drawsDocument: Bool {
    guard case .any(let largest)? = info?.levels.scales else { return false }
    return largest > 1
  }

  /// Makes the spare process the one that works; where there is none, nothing does.
  func promoteSpare(now: Double) {
    guard let spare else { return }
    self.spare = nil
    guard spare.child.reap() == nil else { return desk.bury(spare) }
    process = spare
    lastProgress = -1
    restartWatches(now)
  }

  /// Ends the process that nobody needed.
  func dismissSpare() {
    guard let spare else { return }
    self.spare = nil
    desk.bury(spare)
  }
}
