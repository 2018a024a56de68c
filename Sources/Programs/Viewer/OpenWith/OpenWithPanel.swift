import GIOFiles
import Platform

extension PanelID {
  /// The list of programs to open files with.
  static let openWith: PanelID = "open with"
}

/// The panel that lists programs to open files with.
final class OpenWithPanel: ModalPanel {
  /// How long a sentence is shown, in seconds.
  private static let noteSeconds = 5.0

  static let id = PanelID.openWith
  unowned let parts: ViewerParts
  var drawn = DrawnState<OpenWithState>()

  init(_ parts: ViewerParts) { self.parts = parts }

  /// Asks for a program for files, at least one; the programs are those for the first one's type.
  func ask(for paths: [[UInt8]]) {
    guard let first = paths.first else { return }
    drawn.state.open(paths, scale: parts.notices.interfaceScale)
    parts.programs.list(for: first)
  }

  /// Handles an answer about programs.
  func receive(_ event: ProgramEvent, at now: Double) {
    switch event {
    case .listed(let path, let programs):
      guard drawn.state.note(programs, for: path), programs.isEmpty else { return }
      drawn.state.close()
      say("no other program opens \(name(of: path))", at: now)
    case .notListed(let path, let reason):
      guard drawn.state.note([], for: path) else { return }
      drawn.state.close()
      say("the programs for \(name(of: path)) are not known: \(shortened(reason))", at: now)
    case .started(let program, let count):
      let files = count == 1 ? "" : " with \(count) files"
      say("started \(shortened(program.name))\(files)", at: now)
    case .notStarted(let program, let reason):
      say("\(shortened(program.name)) can't be started: \(shortened(reason))", at: now)
    }
  }

  private func say(_ sentence: String, at now: Double) {
    parts.notices.showNote(sentence, until: now + Self.noteSeconds)
  }

  private func name(of path: [UInt8]) -> String {
    escapedForDisplay(PathBytes.lastComponent(of: path), limit: 40)
  }

  private func shortened(_ text: String) -> String { escapedForDisplay(text.utf8, limit: 120) }

  func perform(_ choice: OpenWithState.Choice, at now: Double) {
    parts.programs.start(choice.program, with: choice.paths, at: parts.window.lastInputTime)
  }
}
