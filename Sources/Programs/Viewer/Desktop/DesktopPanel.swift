import Platform

extension PanelID {
  /// A question before something is printed or set as the wallpaper.
  static let desktop: PanelID = "desktop"
}

/// The commands that print a picture and set it as the wallpaper, and the panel that asks first.
final class DesktopPanel: ModalPanel {
  /// How long a sentence is shown, in seconds.
  private static let noteSeconds = 5.0

  static let id = PanelID.desktop
  unowned let parts: ViewerParts
  var drawn = DrawnState<QuestionState>()
  private let worker = DesktopWorker()
  private let deliver: @Sendable (DesktopEvent) -> Void
  /// The job that the question is about.
  private var asked: DesktopJob?
  /// The job to ask about once no other question is open and nothing is typed: a key that is meant
  /// for those must not answer.
  private var waiting: DesktopJob?
  /// The panels in which the user types.
  private static let typing: [PanelID] = [.open, .fileDialog, .openWith, .palette]

  init(_ parts: ViewerParts, deliver: @escaping @Sendable (DesktopEvent) -> Void) {
    self.parts = parts
    self.deliver = deliver
  }

  // MARK: Commands

  /// Prints a picture.
  func print(_ job: DesktopJob, at now: Double) { begin(job, at: now) }

  /// Asks whether to set a picture as the wallpaper.
  func setWallpaper(_ job: DesktopJob) {
    ask(
      job, "Set \(shortened(job.name)) as the wallpaper?", "Set as wallpaper",
      "The whole picture as you see it fills each monitor.")
  }

  private func ask(_ job: DesktopJob, _ title: String, _ action: String, _ hint: String) {
    asked = job
    drawn.state.ask(
      QuestionState.Question(title: title, action: action, hint: hint),
      scale: parts.notices.interfaceScale)
  }

  private func begin(_ job: DesktopJob, at now: Double) {
    let deliver = deliver
    do throws(Errno) {
      guard try worker.begin({ deliver(job.run($0)) }) else {
        return say("another picture is still being printed or set as the wallpaper", at: now)
      }
    } catch {
      return say("\(job.name): \(error.message)", at: now)
    }
    switch job.kind {
    case .print: break
    case .printByProgram, .wallpaper:
      parts.notices.showNote("drawing \(shortened(job.name)) …", until: nil)
    }
  }

  /// Handles the end of a job.
  func receive(_ event: DesktopEvent, at now: Double) {
    worker.noteEnd()
    switch event {
    case .done(let sentence?): say(sentence, at: now)
    case .done(nil): parts.notices.hideNote()
    case .failed(let sentence): say(sentence, at: now)
    case .asksForPrinter(let job): waiting = job
    }
  }

  private func askForPrinter(_ job: DesktopJob) {
    ask(
      job, "Print \(shortened(job.name))?", "Print on the default printer",
      "This desktop has no dialog for printing.")
  }

  /// Cancels what is not finished.
  func stop() { worker.stop() }

  private func say(_ sentence: String, at now: Double) {
    parts.notices.showNote(sentence, until: now + Self.noteSeconds)
  }

  private func shortened(_ name: String) -> String { escapedForDisplay(name.utf8, limit: 40) }

  // MARK: The panel

  func perform(_ isYes: Bool, at now: Double) {
    if isYes, let asked { begin(asked, at: now) }
    asked = nil
  }

  func update(in notices: Notices, at now: Double) {
    if let job = waiting, !isShown, !Self.typing.contains(where: parts.panels.isShown) {
      waiting = nil
      askForPrinter(job)
    }
    draw(in: notices)
  }
}
