import GIOFiles
import Platform
import Windowing

/// Lets the user choose what to open: in the dialog of the desktop's portal, or where there is none
/// in the field with completion.
///
/// Window thread only; the dialog has a thread of its own.
final class FileChooser {
  /// How long a sentence is shown, in seconds.
  private static let noteSeconds = 5.0
  private static let onlyHere = "only files on this computer can be opened"
  /// The panels in which the user types, chooses or answers.
  private static let typing: [PanelID] = [.fileDialog, .openWith, .palette, .desktop, .menu]

  private unowned let parts: ViewerParts
  private let deliver: @Sendable (FileChoice) -> Void
  private let worker = DesktopWorker()
  /// True once there was no dialog: from then on the field opens at once, for those who type on.
  private var hasNoDialog = false

  init(_ parts: ViewerParts, deliver: @escaping @Sendable (FileChoice) -> Void) {
    self.parts = parts
    self.deliver = deliver
  }

  /// Shows the dialog or the field, or hides the field.
  func choose(at now: Double) {
    guard !hasNoDialog, GIOPortal.isPossible, Self.isLocal(environmentVariable("DISPLAY") ?? []),
      !parts.panels.isShown(.open)
    else { return parts.panels.toggle(.open, at: now) }
    let dialog = OpenDialog(window: parts.window.id, folder: parts.startFolder)
    let deliver = deliver
    do throws(Errno) {
      // Never a second dialog; the first may be lost behind other windows.
      if try worker.begin({ deliver(dialog.run($0)) }) { return }
    } catch {}
    parts.panels.toggle(.open, at: now)
  }

  /// True for the name of a display on this computer.
  ///
  /// Through `ssh -X`, the portal's dialog would be on the screen of the other computer.
  static func isLocal(_ display: [UInt8]) -> Bool {
    [":", "unix:"].contains { display.starts(with: $0.utf8) }
  }

  /// Opens what the user chose, or shows the field if there was no dialog.
  func receive(_ choice: FileChoice, at now: Double) {
    worker.noteEnd()
    switch choice {
    case .files(let paths, let leavesOut):
      if parts.panels.isShown(.open) { parts.panels.toggle(.open, at: now) }
      parts.open(paths)
      if leavesOut { say(Self.onlyHere, at: now) }
    case .nothing: break
    case .refused: sayKey(after: "no file was chosen", at: now)
    case .elsewhere: say(Self.onlyHere, at: now)
    case .noDialog(let reason):
      let sentence = reason.map { escapedForDisplay($0.utf8, limit: 160) }
      hasNoDialog = reason == nil
      if parts.panels.isShown(.open) { return }
      guard !isUserTyping else {
        return sayKey(after: sentence ?? "there is no dialog for opening files", at: now)
      }
      if let sentence { say(sentence, at: now) }
      parts.panels.toggle(.open, at: now)
    }
  }

  /// Closes the dialog.
  func stop() { worker.stop() }

  /// True while keys belong to another panel: a late field must not take them.
  private var isUserTyping: Bool {
    Self.typing.contains(where: parts.panels.isShown) || parts.bar.isTyping
      || parts.filtering.isTyping
  }

  /// Says a sentence, and the key of the field.
  private func sayKey(after sentence: String, at now: Double) {
    let key = parts.keys.shownKeys(of: .openPath).first
    say(sentence + (key.map { "; \($0) opens a field for the path" } ?? ""), at: now)
  }

  private func say(_ sentence: String, at now: Double) {
    parts.notices.showNote(sentence, until: now + Self.noteSeconds)
  }
}

extension ViewerParts {
  /// The folder of the picture, or the working directory.
  var startFolder: [UInt8] {
    let path = gallery.shownFile.flatMap { $0.entry.isFile ? $0.entry.path : nil } ?? []
    let folder = PathBytes.folder(of: path)
    return folder.first == UInt8(ascii: "/") ? folder : PathBytes.absolute(folder)
  }
}
