import Viewing
import Zooming

/// Zooms and pictures that are asked for by a number, which may be more than there is.
extension ViewerParts {
  /// Goes to the picture with a number, from 1; returns a sentence if there is none, which the
  /// window shows, too.
  func go(toNumber number: Int, at now: Double) -> String? {
    gallery.receive(.go(.number(number)), at: now)
    guard let sentence = gallery.pictures.album?.place?.sentence(forNumber: number) else {
      return nil
    }
    show(sentence, at: now)
    return sentence
  }

  /// Zooms to a scale, 1 being 100 %, or to the largest; returns a sentence for the latter, which
  /// the window shows, too.
  func zoom(to scale: Double, at now: Double) -> String? {
    let before = view.zoom?.destination.scale
    view.zoom(to: scale, now: now)
    guard let sentence = view.zoom?.sentence(forZoomTo: scale) else { return nil }
    let after = view.zoom?.destination.scale
    if after != before { sentenceScale = after }
    show(sentence, at: now)
    return sentence
  }

  /// Says that the first picture allows less than `--zoom`, unless the user has zoomed since.
  func compareFirstZoom(_ scale: Double, at now: Double) {
    guard let zoom = view.zoom, zoom.destination.scale == zoom.maximumScale,
      let sentence = zoom.sentence(forZoomTo: scale)
    else { return }
    show(sentence, at: now)
  }

  private func show(_ sentence: String, at now: Double) {
    notices.showNote(sentence, until: now + 5)
  }
}

extension ZoomController {
  /// Returns a sentence if a scale, 1 being 100 %, is beyond the largest one; `nil` if it isn't.
  func sentence(forZoomTo scale: Double) -> String? {
    // A program that sends back what it has read may have lost the last digits.
    guard scale * unit > maximumScale * (1 + 1e-9) else { return nil }
    return "\(WindowTitle.percentage(maximumScale / unit)) is this picture's largest zoom"
  }
}
