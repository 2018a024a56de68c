import Geometry
import Rendering
import Text

/// The viewer's messages to the user: the title, overlays, and lines on standard error.
///
/// All overlays go through here, so that the newest frame only refers to bitmaps that the renderer
/// has.
final class Notices {
  private let output: any NoticeOutput
  private var controller = OverlayController()
  private var lastTitle = ""
  /// Lines that have been written.
  private var told: Set<String> = []
  /// Bitmaps that the next frame no longer refers to.
  private var retired: [UInt64] = []
  private var hasChanged = false

  /// Creates the notices of an output.
  init(output: some NoticeOutput, interfaceScale: Double) {
    self.output = output
    controller.interfaceScale = interfaceScale
  }

  /// The scale of interface text: 1 at 96 dpi.
  var interfaceScale: Double {
    get { controller.interfaceScale }
    set { controller.interfaceScale = newValue }
  }

  func setTheme(_ theme: PanelTheme) { perform(controller.setTheme(theme)) }

  /// When the next text expires.
  var deadline: Double? { controller.deadline }

  /// The position of each overlay, in z-order.
  var overlays: [Overlay] { controller.overlays(on: surface) }

  /// The position of a panel; `nil` while it does not show its newest drawing.
  func newest(_ id: PanelID) -> Overlay? { controller.newest(id, on: surface) }

  /// The surface's size.
  var surface: PixelSize { output.surface }

  // MARK: The title

  /// Sets the title if it has changed.
  func setTitle(_ parts: TitleParts) {
    let title = WindowTitle.text(parts)
    guard title != lastTitle else { return }
    lastTitle = title
    output.setTitle(title)
  }

  // MARK: Texts

  /// Shows a sentence in the middle of the window, until it expires or another replaces it.
  func showMessage(_ title: String, _ sentence: String, until expiry: Double? = nil) {
    show(.message, .text([.title(title), .body(sentence)], .center), until: expiry)
  }

  /// Shows for some seconds that a partly visible picture is damaged.
  func showFailure(_ title: String, _ sentence: String, at now: Double) {
    showMessage(title, sentence, until: now + Self.failureSeconds)
  }

  /// Hides the sentence in the middle.
  func hideMessage() { show(.message, nil) }

  /// Shows a picture's name with its zoom, or with a note instead, for one second.
  func showCaption(_ parts: TitleParts, note: String? = nil, at now: Double) {
    let name = [parts.name, parts.page?.text].compactMap(\.self).joined(separator: "   ")
    let rest = note ?? parts.scale.map(WindowTitle.percentage) ?? ""
    showNote("\(name)   \(rest)", until: now + Self.captionSeconds)
  }

  /// Shows a sentence in the lower left corner, until a time or until another replaces it.
  func showNote(_ sentence: String, until expiry: Double?) {
    show(.caption, .text([.body(sentence)], .leading), until: expiry)
  }

  /// Hides the sentence in the lower left corner.
  func hideNote() { show(.caption, nil) }

  /// Reports why part of the displayed picture is missing.
  func reportMissing(of entry: AlbumEntry, _ sentence: String, at now: Double) {
    writeOnce("\(entry.displayPath): \(sentence)")
    showNote("\(entry.displayName): \(sentence)", until: now + Self.failureSeconds)
  }

  private static let captionSeconds = 1.0
  private static let failureSeconds = 5.0

  // MARK: Standard error

  /// Writes sentences to standard error, each once, and shows the last one in the window for some
  /// seconds.
  func notify(_ sentences: [String], at now: Double) {
    writeOnce(sentences)
    if let last = sentences.last { showNote(last, until: now + Self.problemSeconds) }
  }

  /// Writes sentences to standard error, each once.
  func writeOnce(_ sentences: [String]) { sentences.forEach(writeOnce) }

  private func writeOnce(_ sentence: String) {
    if told.insert(sentence).inserted { output.writeLine(sentence) }
  }

  /// Remembers sentences that have been written elsewhere.
  func noteReported(_ sentences: [String]) { told.formUnion(sentences) }

  private static let problemSeconds = 6.0

  // MARK: Progress

  /// How long a pass runs before its progress is shown, in seconds.
  private static let progressDelay = 0.4

  /// Shows a pass's progress once it takes noticeably long.
  func showProgress(_ progress: Progress?, at now: Double) {
    let isLong = progress.map { now - $0.since >= Self.progressDelay } == true
    let fraction = isLong ? progress?.fraction : nil
    show(.progress, fraction.map { .bar($0, width: surface.width, thickness: 3) })
  }

  // MARK: Panels

  /// Sets the appearance of a panel until a time, or hides it with `nil`; `anchor` is the point
  /// above which it is shown, for panels with that place.
  func show(
    _ id: PanelID, _ look: PanelStyle?, until expiry: Double? = nil, above anchor: Point? = nil
  ) {
    perform(controller.set(id, look, on: surface, until: expiry, above: anchor))
  }

  /// How far a text that is too high can be scrolled, in device pixels; 0 if it fits.
  func mostScroll(of id: PanelID) -> Int { controller.mostScroll(of: id) }

  /// Scrolls a text to a distance from its start, in device pixels.
  func scroll(_ id: PanelID, to distance: Int) {
    if controller.scroll(id, to: distance) { hasChanged = true }
  }

  // MARK: Frames

  /// Handles a bitmap that the text thread has drawn.
  func receive(_ answer: TextAnswer) {
    perform(controller.receive(id: answer.id, bitmap: answer.bitmap))
  }

  /// Removes expired overlays.
  func expire(at now: Double) { perform(controller.expire(at: now)) }

  /// Redraws everything, because the renderer has lost all bitmaps.
  func bitmapsLost() { perform(controller.lost()) }

  /// Returns true if a frame is needed for changes since the last call.
  func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  /// Removes retired bitmaps, since the renderer now has a frame that does not refer to them.
  func frameGiven() {
    for id in retired { output.setOverlay(id, nil) }
    retired.removeAll()
  }

  private func perform(_ work: [OverlayController.Work]) {
    for step in work {
      switch step {
      case .draw(let request): output.draw(request)
      case .drawing(let request): output.draw(request)
      case .show(let id, let bitmap):
        output.setOverlay(id, bitmap)
        hasChanged = true
      case .remove(let id):
        retired.append(id)
        hasChanged = true
      }
    }
  }
}
