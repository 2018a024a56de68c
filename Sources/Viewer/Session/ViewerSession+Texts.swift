import Geometry
import Rendering
import Text

/// Texts over the picture, and the title.
extension ViewerSession {
  /// What the list of keys says.
  var helpText: [TextBlock] { [.title("Keys"), .keys(KeyBindings.help)] }

  /// Shows or hides the list of keys.
  func toggleHelp() {
    let content = overlays.isShowing(.help) ? nil : helpText
    perform(overlays.set(.help, content, on: surface))
  }

  /// Shows a sentence in the middle until another takes its place, or takes it away.
  func showMessage(_ title: String?, _ sentence: String = "", until expiry: Double? = nil) {
    let content = title.map { [TextBlock.title($0), .body(sentence)] }
    perform(overlays.set(.message, content, on: surface, until: expiry))
  }

  /// Shows name and zoom for a second, or a note in place of the zoom.
  func showCaption(at now: Double, note: String? = nil) {
    guard let current else { return }
    let zoomText = zoom.map { WindowTitle.percentage($0.destination.scale) } ?? ""
    let name = [current.entry.displayName, pageText].compactMap(\.self).joined(separator: "   ")
    let content = [TextBlock.body("\(name)   \(note ?? zoomText)")]
    perform(overlays.set(.caption, content, on: surface, until: now + Self.captionSeconds))
  }

  /// Shows a sentence in the lower left corner, until a time or until another takes its place.
  func showNote(_ sentence: String, until expiry: Double?) {
    perform(overlays.set(.caption, [.body(sentence)], on: surface, until: expiry))
  }

  private static let captionSeconds = 1.0

  /// How far a pass must be behind for its bar to be worth the eye's attention, in seconds.
  private static let progressDelay = 0.4

  /// Shows how far the current picture's pass is, once it takes long enough to wonder.
  func updateProgress(at now: Double) {
    if let saveProgress {
      perform(overlays.setProgress(saveProgress, width: surface.width))
      return
    }
    let shown = pending ?? current
    guard let progress = shown?.progress, now - progress.since >= Self.progressDelay else {
      perform(overlays.setProgress(nil, width: surface.width))
      return
    }
    perform(overlays.setProgress(progress.fraction, width: surface.width))
  }

  /// Writes the title anew.
  func updateTitle() {
    guard let entry = album?.current ?? shownEntry else { return }
    let isShown = entry == current?.entry
    let place = album?.place
    let title = WindowTitle.text(
      name: entry.displayName, page: isShown ? pageText : nil,
      size: isShown ? current?.info?.size : nil,
      scale: isShown ? zoom?.destination.scale : nil, place: place?.number ?? 1,
      count: place?.count ?? 1)
    guard title != lastTitle else { return }
    lastTitle = title
    window.setTitle(title)
  }

  /// Has texts drawn, shown and removed.
  func perform(_ work: [OverlayBoard.Work]) {
    for step in work {
      switch step {
      case .draw(let request):
        // Without a thread there are no texts; the pictures are what matters.
        try? text.request(request)
      case .drawing(let request): try? text.request(request)
      case .show(let id, let bitmap):
        renderer.setOverlay(id, bitmap: bitmap)
        needsRedraw = true
      case .remove(let id):
        retiredOverlays.append(id)
        needsRedraw = true
      }
    }
  }
}
