import Geometry
import Platform
import Tiles
import Viewing
import Windowing

/// Passes the shown picture on, as it is seen: to files, the printer, the wallpaper, the clipboard
/// and other programs.
///
/// Window thread only.
final class PictureExport {
  private unowned let parts: ViewerParts

  init(_ parts: ViewerParts) { self.parts = parts }

  // MARK: Saving

  /// Saves the whole picture with its filters, at 100 %.
  func savePicture(at now: Double) { save(wholePicture, at: now) }

  func saveView(at now: Double) { save(visiblePart, at: now) }

  private func save(_ extent: SaveRequest.Extent?, at now: Double) {
    guard let request = extent.flatMap(saveRequest) else { return }
    perform(parts.saving.save(request), at: now)
  }

  private var wholePicture: SaveRequest.Extent? {
    parts.view.zoom.map { .whole($0.destination.orientation) }
  }

  private var visiblePart: SaveRequest.Extent? {
    parts.view.zoom.flatMap {
      RenderView(
        picturePartOf: $0.destination, magnification: parts.view.settings.magnification,
        split: parts.filtering.split)
    }.map { .view($0) }
  }

  /// Returns the request that draws the picture as shown, with its filters.
  private func saveRequest(_ extent: SaveRequest.Extent) -> SaveRequest? {
    parts.gallery.shownFile.map { shown in
      SaveRequest(
        extent, of: shown.entry, file: shown.file, filters: parts.filtering.chain,
        frame: parts.view.playback?.frame ?? parts.gallery.pictures.pictures.shown?.page ?? 0,
        choices: parts.settings.choices, toning: parts.view.settings.toning)
    }
  }

  // MARK: The desktop

  /// Prints the whole picture as it is seen.
  func printPicture(at now: Double) {
    if let job = desktopJob(.print) { parts.desktop.print(job, at: now) }
  }

  /// Asks whether to set the whole picture as the wallpaper.
  func setWallpaper() {
    if let job = desktopJob(.wallpaper) { parts.desktop.setWallpaper(job) }
  }

  private func desktopJob(_ kind: DesktopJob.Kind) -> DesktopJob? {
    guard let orientation = parts.view.zoom?.destination.orientation,
      let request = saveRequest(.whole(orientation))
    else { return nil }
    return DesktopJob(
      kind: kind, name: request.name, picture: request, orientation: orientation,
      window: parts.window.id)
  }

  // MARK: Copying

  /// The maximum number of pixels to copy; of a larger picture, only the visible part is copied.
  private static let mostCopiedPixels = 64_000_000

  /// Copies the picture as shown, its file and its path.
  func copy(_ forms: CopiedForms, at now: Double) {
    guard let entry = parts.gallery.shownFile?.entry else { return copyFailure(forms, at: now) }
    guard let (request, isHuge) = drawnRequest else { return }
    parts.clipboard.offer(ClipboardOffer(forms, of: entry, drawnBy: request))
    switch forms {
    case .path: parts.notices.showNote("copied \(entry.displayPath)", until: now + 2)
    case .all, .picture:
      parts.notices.showNote(
        isHuge
          ? "copied the visible part: the picture has more than 64 megapixels"
          : "copied \(entry.displayName)", until: now + (isHuge ? 5 : 2))
    }
  }

  /// The request that draws the picture as it is seen, for other programs; of a huge one, the
  /// visible part.
  private var drawnRequest: (request: SaveRequest, isHuge: Bool)? {
    let size = parts.view.shown.flatMap { parts.view.info(of: $0)?.size } ?? .zero
    let pixels = checkedProduct(size.width, size.height) ?? .max
    let isHuge = pixels > Self.mostCopiedPixels
    return (isHuge ? visiblePart : wholePicture).flatMap(saveRequest).map { ($0, isHuge) }
  }

  /// Returns what is dragged out, and the name of the file that the target may place: only a
  /// picture without a file as it is shown has one.
  func draggedOffer() -> (offer: ClipboardOffer, name: [UInt8]?)? {
    guard let entry = parts.gallery.shownFile?.entry, let request = drawnRequest?.request else {
      return nil
    }
    guard let ending = unsavedEnding(request.extent.ending) else {
      return (ClipboardOffer(.all, of: entry, drawnBy: request), nil)
    }
    let name = DragDestination.name(of: entry, ending: ending)
    let save = parts.saving.directSave(request, as: name)
    return (ClipboardOffer(save, drawnBy: request), name)
  }

  /// The end of a new file's name, which says how the picture differs from the file that it is
  /// from; `nil` if it doesn't.
  private func unsavedEnding(_ changed: String) -> String? {
    let shown = parts.gallery.pictures.pictures.shown
    let orientation = parts.view.zoom?.destination.orientation
    if parts.filtering.isFiltered || orientation != .identity { return changed }
    if let page = shown.flatMap({ parts.gallery.pictures.pageNumber(of: $0)?.number }), page > 1 {
      return "page-\(page)"
    }
    return shown?.entry.isFile == false ? "copy" : nil
  }

  /// Copies the name of a picture that can't be shown and the reason, or only its path.
  func copyFailure(_ forms: CopiedForms, at now: Double) {
    guard let failure = parts.gallery.pictures.failure else { return }
    let entry = failure.entry
    var offer = ClipboardOffer()
    if forms == .path {
      offer.add(text: entry.isFile ? PathBytes.absolute(entry.path) : Array(entry.copiedPath.utf8))
      parts.notices.showNote("copied \(entry.displayPath)", until: now + 2)
    } else {
      offer.add(text: Array("\(entry.displayPath): \(failure.sentence)".utf8))
      parts.notices.showNote("copied the name and the reason", until: now + 2)
    }
    parts.clipboard.offer(offer)
  }

  func perform(_ effects: [SavingEffect], at now: Double) {
    for effect in effects {
      switch effect {
      case .showNote(let sentence, let seconds):
        parts.notices.showNote(sentence, until: seconds.map { now + $0 })
      case .printToStandardError(let sentence): StandardError.write(sentence)
      case .updateProgress: parts.updateProgress(at: now)
      }
    }
  }
}
