import Geometry
import Rendering
import Text

/// What the viewer says: the title, texts over the picture, and lines on the standard error.
///
/// Whatever stands over the picture goes through here, so that the newest frame names nothing that
/// the renderer does not have.
final class Notices {
  private let output: any NoticeOutput
  private var board = OverlayBoard()
  private var surface: PixelSize
  private var lastTitle = ""
  /// Lines that have been written already.
  private var told: Set<String> = []
  /// Bitmaps that the next frame no longer names.
  private var retired: [UInt64] = []
  private var hasChanged = false

  /// Nothing is said yet, on a surface of a size.
  init(output: some NoticeOutput, surface: PixelSize, interfaceScale: Double) {
    self.output = output
    self.surface = surface
    board.interfaceScale = interfaceScale
  }

  /// How large interface texts are drawn: 1 at 96 dots an inch.
  var interfaceScale: Double {
    get { board.interfaceScale }
    set { board.interfaceScale = newValue }
  }

  /// When the next text goes by itself.
  var deadline: Double? { board.deadline }

  /// Where each text and drawing stands, the lowest first.
  var overlays: [Overlay] { board.overlays(on: surface) }

  /// Takes the surface's new size.
  func resize(to surface: PixelSize) { self.surface = surface }

  // MARK: The title

  /// Writes the title, where it is another.
  func setTitle(_ parts: TitleParts) {
    let title = WindowTitle.text(parts)
    guard title != lastTitle else { return }
    lastTitle = title
    output.setTitle(title)
  }

  // MARK: Texts

  /// Shows a sentence in the middle until another takes its place, or until a time.
  func showMessage(_ title: String, _ sentence: String, until expiry: Double? = nil) {
    show(.message, .text([.title(title), .body(sentence)], .center), until: expiry)
  }

  /// Shows that a picture failed of which something is seen, for some seconds.
  func showFailure(_ title: String, _ sentence: String, at now: Double) {
    showMessage(title, sentence, until: now + Self.failureSeconds)
  }

  /// Takes the sentence in the middle away.
  func hideMessage() { show(.message, nil) }

  /// Shows a picture's name with its zoom, or a note in place of that, for a second.
  func showCaption(_ parts: TitleParts, note: String? = nil, at now: Double) {
    let name = [parts.name, parts.page?.text].compactMap(\.self).joined(separator: "   ")
    let rest = note ?? parts.scale.map(WindowTitle.percentage) ?? ""
    showNote("\(name)   \(rest)", until: now + Self.captionSeconds)
  }

  /// Shows a sentence in the lower left corner, until a time or until another takes its place.
  func showNote(_ sentence: String, until expiry: Double?) {
    show(.caption, .text([.body(sentence)], .leading), until: expiry)
  }

  /// Says why some of the picture on the screen is missing.
  func tellMissing(of entry: AlbumEntry, _ sentence: String, at now: Double) {
    writeOnce("\(entry.displayPath): \(sentence)")
    showNote("\(entry.displayName): \(sentence)", until: now + Self.failureSeconds)
  }

  private static let captionSeconds = 1.0
  private static let failureSeconds = 5.0

  // MARK: The standard error

  /// Says sentences on the standard error, each once, and the last of them for some seconds in the
  /// window, too.
  func tell(_ sentences: [String], at now: Double) {
    writeOnce(sentences)
    if let last = sentences.last { showNote(last, until: now + Self.problemSeconds) }
  }

  /// Says sentences on the standard error, each once.
  func writeOnce(_ sentences: [String]) { sentences.forEach(writeOnce) }

  private func writeOnce(_ sentence: String) {
    if told.insert(sentence).inserted { output.writeLine(sentence) }
  }

  /// Notes sentences that somebody else has said already.
  func noteTold(_ sentences: [String]) { told.formUnion(sentences) }

  private static let problemSeconds = 6.0

  // MARK: Progress

  /// How far a pass must be behind for its bar to be worth the eye's attention, in seconds.
  private static let progressDelay = 0.4

  /// Shows how far a pass is, once it takes long enough to wonder.
  func showProgress(_ progress: Progress?, at now: Double) {
    let isLong = progress.map { now - $0.since >= Self.progressDelay } == true
    let fraction = isLong ? progress?.fraction : nil
    show(.progress, fraction.map { .bar($0, width: surface.width, thickness: 3) })
  }

  // MARK: Panels

  /// Shows what a panel looks like until a time, or takes it away with `nil`.
  func show(_ id: PanelID, _ look: PanelLook?, until expiry: Double? = nil) {
    perform(board.set(id, look, on: surface, until: expiry))
  }

  // MARK: The frames

  /// Takes a bitmap that the text thread has drawn.
  func receive(_ answer: TextAnswer) {
    perform(board.receive(id: answer.id, bitmap: answer.bitmap))
  }

  /// Takes away what has had its time.
  func expire(at now: Double) { perform(board.expire(at: now)) }

  /// Has everything drawn again: the renderer has lost all bitmaps.
  func bitmapsLost() { perform(board.lost()) }

  /// Whether a frame has to be drawn for what has changed since this was asked last.
  func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  /// The renderer has a frame that names what stands now: what was retired is not needed any more.
  func frameGiven() {
    for id in retired { output.setOverlay(id, nil) }
    retired.removeAll()
  }

  private func perform(_ work: [OverlayBoard.Work]) {
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
