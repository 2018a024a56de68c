import Platform

extension PanelID {
  /// The field that opens a path.
  static let open: PanelID = "open"
}

/// A field with completion, in which the user types what to open.
final class OpenPanel: ModalPanel {
  static let id = PanelID.open
  unowned let parts: ViewerParts
  var drawn = DrawnState<OpenState>()

  init(_ parts: ViewerParts) { self.parts = parts }

  func toggle(at now: Double) {
    if isShown { return drawn.state.close() }
    let requests = drawn.state.open(
      in: parts.startFolder, home: BaseFolder.home(), scale: parts.notices.interfaceScale)
    perform(requests, at: now)
    parts.requestRecentFiles()
  }

  /// Handles an answer about paths.
  func take(_ event: PathEvent) {
    switch event {
    case .listed(let folder, let contents): drawn.state.note(contents, of: folder)
    case .recent(let files): drawn.state.note(files)
    case .examined, .notShown: break
    }
  }

  func perform(_ requests: [OpenState.Request], at now: Double) {
    for request in requests {
      switch request {
      case .list(let folder): parts.paths.list(folder)
      case .open(let path): parts.open([path])
      }
    }
  }
}
