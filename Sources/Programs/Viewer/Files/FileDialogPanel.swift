import FileChanges

extension PanelID {
  /// A question about files.
  static let fileDialog: PanelID = "file dialog"
}

/// The panel of questions about files.
final class FileDialogPanel: ModalPanel {
  static let id = PanelID.fileDialog
  unowned let parts: ViewerParts
  var drawn = DrawnState<FileDialog>()
  /// Queued questions, asked after the open one.
  private var waiting: [FileDialog.Question] = []

  init(_ parts: ViewerParts) { self.parts = parts }

  /// Asks a question, or queues it behind an open one.
  func ask(_ question: FileDialog.Question) {
    if isShown { return waiting.append(question) }
    drawn.state.ask(question, scale: parts.notices.interfaceScale)
  }

  func perform(_ requests: [FileRequest], at now: Double) {
    parts.files.perform(requests, at: now)
  }

  func update(in notices: Notices, at now: Double) {
    if !isShown, !waiting.isEmpty { ask(waiting.removeFirst()) }
    draw(in: notices)
  }
}
