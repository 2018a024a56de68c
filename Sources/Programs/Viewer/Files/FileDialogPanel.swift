import Controls
import FileChanges
import Geometry
import Gestures

extension PanelID {
  /// A question about files.
  static let fileDialog: PanelID = "file dialog"
}

/// The panel of questions about files.
final class FileDialogPanel: Panel {
  let hasKeyboard = true
  private unowned let parts: ViewerParts
  private var dialog = FileDialog()
  private var shown = (dialog: FileDialog(), surface: PixelSize.zero)
  private var repeats = KeyRepeats()
  /// Queued questions, asked after the open one.
  private var waiting: [FileDialog.Question] = []

  init(_ parts: ViewerParts) { self.parts = parts }

  var isShown: Bool { dialog.isOpen }

  /// Asks a question, or queues it behind an open one.
  func ask(_ question: FileDialog.Question) {
    if dialog.isOpen { return waiting.append(question) }
    dialog.ask(question, scale: parts.notices.interfaceScale)
  }

  func hide(at now: Double) -> Bool {
    defer { dialog.close() }
    return dialog.isOpen
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    if repeats.take(event, isOpen: dialog.isOpen) { return true }
    let (isConsumed, requests) = dialog.take(event, on: parts.view.surface)
    if let requests { parts.files.perform(requests, at: now) }
    return isConsumed
  }

  func update(in notices: Notices, at now: Double) {
    if !dialog.isOpen, !waiting.isEmpty { ask(waiting.removeFirst()) }
    let surface = parts.view.surface
    guard shown != (dialog, surface) else { return }
    shown = (dialog, surface)
    notices.show(.fileDialog, dialog.drawing(on: surface).map { .drawing($0) })
  }
}
