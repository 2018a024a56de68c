import Geometry
import Platform
import Rendering

/// Saving what is seen.
extension ViewerSession {
  /// Writes the whole picture with its chain, at 100 %.
  func savePicture(at now: Double) {
    guard let zoom else { return }
    save(.whole(zoom.destination.orientation), at: now)
  }

  /// Writes what the view shows of the picture.
  func saveView(at now: Double) {
    guard let zoom,
      let view = RenderView(
        picturePartOf: zoom.destination, magnification: magnification, split: filtering.split)
    else { return }
    save(.view(view), at: now)
  }

  private func save(_ extent: SaveRequest.Extent, at now: Double) {
    guard let current, current.info != nil else { return }
    let request = SaveRequest(
      extent, of: current.entry, file: current.file, filters: filtering.chain)
    perform(saving.save(request), at: now)
  }

  /// Does what saving asks for.
  func perform(_ effects: [SavingEffect], at now: Double) {
    for effect in effects {
      switch effect {
      case .showNote(let sentence, let seconds):
        notices.showNote(sentence, until: seconds.map { now + $0 })
      case .tellStandardError(let sentence): StandardError.write(sentence)
      case .updateProgress: updateProgress(at: now)
      }
    }
  }

  /// Finishes what is being saved when the window has gone already.
  func finishSaving(isHurried: Bool) {
    var pollSet = PollSet()
    saving.finish(isHurried: isHurried) {
      pollSet.removeAll()
      pollSet.add(mailbox.descriptor)
      pollSet.add(terminationSignals.number)
      pollSet.wait(timeout: nil)
      var wake = Saving.Wake()
      if pollSet.isReadable(terminationSignals.number) {
        wake.isHurried = terminationSignals.receive()
      }
      for case .saving(let event) in mailbox.takeAll() { wake.events.append(event) }
      return wake
    } tell: {
      StandardError.write($0)
    }
  }
}
