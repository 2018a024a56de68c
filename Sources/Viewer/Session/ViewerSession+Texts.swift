import Geometry

/// Texts over the picture, and the title.
extension ViewerSession {
  /// Shows name and zoom for a second, or a note in place of the zoom.
  func showCaption(at now: Double, note: String? = nil) {
    guard let current else { return }
    notices.showCaption(
      TitleParts(
        name: current.entry.displayName, page: pageNumber, scale: zoom?.destination.scale),
      note: note, at: now)
  }

  /// Shows how far what somebody waits for is: a file that is written, or the picture.
  func updateProgress(at now: Double) {
    if let fraction = saving.progress {
      notices.showProgress(Progress(fraction: fraction, since: -.infinity), at: now)
    } else {
      let progress = (pending ?? current)?.progress
      notices.showProgress(
        progress.map { Progress(fraction: $0.fraction, since: $0.since) }, at: now)
    }
  }

  /// Writes the title anew.
  func updateTitle() {
    guard let entry = album?.current ?? shownEntry else { return }
    let isShown = entry == current?.entry
    let place = album?.place
    notices.setTitle(
      TitleParts(
        name: entry.displayName, page: isShown ? pageNumber : nil,
        size: isShown ? current?.info?.size : nil,
        scale: isShown ? zoom?.destination.scale : nil, place: place?.number ?? 1,
        count: place?.count ?? 1))
  }
}
