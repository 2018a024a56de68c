import FileChanges
import Gestures

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
  /// When a press answers a question that follows another one.
  private var rest = FileDialogRest()

  init(_ parts: ViewerParts) { self.parts = parts }

  /// Asks a command's question, or queues it behind an open one.
  func ask(_ question: FileDialog.Question) {
    if isShown { return waiting.append(question) }
    show(question)
    rest.noteCommand()
  }

  /// Asks a question that a change of files has raised, or queues it behind an open one.
  func askAbout(_ question: FileDialog.Question, at now: Double) {
    if isShown { return waiting.append(question) }
    show(question)
    rest.noteQuestion(at: now)
  }

  private func show(_ question: FileDialog.Question) {
    drawn.state.ask(question, scale: parts.notices.interfaceScale)
  }

  /// Notes a frame that contains the open question, and the newest frame on the screen.
  func noteFrame(_ number: UInt64, shown: UInt64, at now: Double) {
    rest.noteFrame(number, shown: shown, at: now)
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    let (surface, isRepeat) = (parts.view.surface, parts.panels.pressedKey.isRepeating)
    let (isConsumed, answer) = rest.take(
      event, isRepeat: isRepeat, at: now, in: &drawn.state, on: surface)
    if let answer { perform(answer, at: now) }
    return isConsumed
  }

  func perform(_ requests: [FileRequest], at now: Double) {
    parts.files.perform(requests, at: now)
  }

  func update(in notices: Notices, at now: Double) {
    if !isShown, !waiting.isEmpty { askAbout(waiting.removeFirst(), at: now) }
    draw(in: notices)
  }
}
