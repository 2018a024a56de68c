import Gestures

extension PanelID {
  /// The panel of a window without pictures.
  static let start: PanelID = "start"
}

/// The panel of a window without pictures: “Open…”, and the recent files.
final class StartPanel: Panel {
  private unowned let parts: ViewerParts
  private var drawn = DrawnState<StartState>()

  init(_ parts: ViewerParts) { self.parts = parts }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    let (isConsumed, choice) = drawn.state.take(event, on: parts.view.surface)
    switch choice {
    case .open: parts.chooser.choose(at: now)
    case .recent(let path): parts.open([path])
    case nil: break
    }
    return isConsumed
  }

  func take(_ event: PathEvent) {
    if case .recent(let files) = event { drawn.state.note(files) }
  }

  func update(in notices: Notices, at now: Double) {
    let isEmpty = parts.gallery.pictures.album == nil
    let isCovered = parts.panels.isShown(.open) || parts.panels.isShown(.palette)
    drawn.state.show(
      isEmpty && !isCovered, key: parts.keys.shownKeys(of: .open).first ?? "",
      scale: notices.interfaceScale)
    drawn.draw(.start, on: parts.view.surface, by: parts.lastInput.device, in: notices)
  }
}
