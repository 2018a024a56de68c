import Filters
import Geometry
import Platform
import Rendering

/// Saving what is seen.
extension ViewerSession {
  /// Writes the whole picture with its chain, at 100 %.
  func savePicture(at now: Double) {
    guard let zoom else { return }
    save(.whole(zoom.destination.orientation), ending: "filtered", at: now)
  }

  /// Writes what the view shows of the picture.
  func saveView(at now: Double) {
    guard let zoom,
      let view = RenderView(
        picturePartOf: zoom.destination, magnification: magnification,
        split: filters?.split(on: surface))
    else { return }
    save(.view(view), ending: "view", at: now)
  }

  private func save(_ extent: SaveRequest.Extent, ending: String, at now: Double) {
    guard let current, current.info != nil else { return }
    do throws(Errno) {
      let mailbox = mailbox
      if saver == nil { saver = try PictureSaver { mailbox.post(.saving($0)) } }
      let entry = current.entry
      saver?.save(
        SaveRequest(
          name: entry.displayName, file: current.file, filters: filters?.chain ?? FilterChain(),
          extent: extent,
          destination: FreeName(
            beside: entry.origin == .standardInput ? nil : entry.path, ending: ending)))
      savesUnderWay += 1
      showNote("saving \(entry.displayName) …", until: nil)
    } catch {
      showNote("the picture can't be saved: \(error)", until: now + Self.saveNoteSeconds)
    }
  }

  private static let saveNoteSeconds = 4.0

  /// Takes what the saving thread tells.
  func receive(_ event: SaveEvent, at now: Double) {
    switch event {
    case .progress(let fraction):
      saveProgress = fraction
      updateProgress(at: now)
    case .finished(let result):
      savesUnderWay -= 1
      saveProgress = nil
      updateProgress(at: now)
      switch result {
      case .success(let path):
        showNote("saved as \(escapedForDisplay(path))", until: now + Self.saveNoteSeconds)
      case .failure(let error):
        StandardError.write(error.sentence)
        showNote(error.sentence, until: now + Self.saveNoteSeconds)
      }
    }
  }

  /// Finishes what is being saved when the window has gone already.
  ///
  /// Who ends the program by a signal, or pulls the display away, does not wait: no file is left
  /// of what is not finished.
  func finishSaving(isHurried: Bool) {
    guard let saver else { return }
    if isHurried { saver.cancel() }
    var pollSet = PollSet()
    while savesUnderWay > 0 {
      pollSet.removeAll()
      pollSet.add(mailbox.descriptor)
      pollSet.add(terminationSignals.number)
      pollSet.wait(timeout: nil)
      if pollSet.isReadable(terminationSignals.number), terminationSignals.receive() {
        saver.cancel()
      }
      for case .saving(.finished(let result)) in mailbox.takeAll() {
        savesUnderWay -= 1
        if case .failure(let error) = result, !isHurried { StandardError.write(error.sentence) }
      }
    }
    saver.stop()
  }
}
