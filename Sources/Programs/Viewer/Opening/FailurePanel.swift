import Controls
import Geometry
import Gestures

extension PanelID {
  /// The error in place of a picture that can't be shown.
  static let failure: PanelID = "failure"
}

/// The panel in place of a picture that can't be shown.
final class FailurePanel: Panel {
  private unowned let parts: ViewerParts
  private var drawn = DrawnState<FailureState>()

  init(_ parts: ViewerParts) { self.parts = parts }

  /// The panel's rectangle; empty while it is hidden.
  var frame: PixelRect { drawn.state.placed(on: parts.view.surface).frame }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    let (isConsumed, choice) = drawn.state.take(event, on: parts.view.surface)
    switch choice {
    case .fetch:
      if parts.hostQuestion.isAnswered { parts.gallery.receive(.hostAllowed, at: now) }
    case .next: parts.gallery.receive(.go(.next), at: now)
    case .showInFolder: parts.showInFolder()
    case .copyDetails: parts.export.copyFailure(.all, at: now)
    case nil: break
    }
    return isConsumed
  }

  func update(in notices: Notices, at now: Double) {
    let content = content
    parts.hostQuestion.show(content == nil ? nil : parts.gallery.pictures.failure)
    drawn.state.show(content, scale: notices.interfaceScale)
    drawn.draw(.failure, on: parts.view.surface, by: parts.lastInput.device, in: notices)
  }

  private var content: FailureState.Content? {
    let pictures = parts.gallery.pictures
    guard let failure = pictures.failure, parts.host.mappedAt != nil else { return nil }
    var choices: [(choice: FailureState.Choice, key: String)] = []
    if failure.host != nil { choices.append((.fetch, "Enter")) }
    if !pictures.isAlone {
      choices.append((.next, parts.keys.shownKeys(of: .next).first ?? ""))
    }
    if failure.entry.isFile {
      choices.append((.showInFolder, parts.keys.shownKeys(of: .showInFolder).first ?? ""))
    }
    choices.append((.copyDetails, parts.keys.shownKeys(of: .copy).first ?? ""))
    return FailureState.Content(
      name: failure.entry.displayName, sentence: failure.sentence, choices: choices)
  }
}
