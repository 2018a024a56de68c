import Controls
import Geometry
import Gestures
import Glibc
import Platform

extension PanelID {
  /// The field that opens a path.
  static let open: PanelID = "open"
}

/// A field with completion, in which the user types what to open.
final class OpenPanel: Panel {
  let hasKeyboard = true
  private unowned let parts: ViewerParts
  private var state = OpenState()
  private var shown = (state: OpenState(), surface: PixelSize.zero)
  private var repeats = KeyRepeats()

  init(_ parts: ViewerParts) { self.parts = parts }

  var isShown: Bool { state.isOpen }

  func toggle(at now: Double) {
    if state.isOpen { return state.close() }
    perform(
      state.open(in: folder, home: BaseFolder.home(), scale: parts.notices.interfaceScale))
    parts.requestRecentFiles()
  }

  /// The folder of the picture, or the working directory.
  private var folder: [UInt8] {
    let path = parts.gallery.shownFile.flatMap { $0.entry.isFile ? $0.entry.path : nil } ?? []
    let folder = PathBytes.folder(of: path)
    return folder.first == UInt8(ascii: "/") ? folder : PathBytes.absolute(folder)
  }

  func hide(at now: Double) -> Bool {
    defer { state.close() }
    return state.isOpen
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    if repeats.take(event, isOpen: state.isOpen) { return true }
    let (isConsumed, requests) = state.take(event, on: parts.view.surface)
    perform(requests)
    return isConsumed
  }

  /// Handles an answer about paths.
  func take(_ event: PathEvent) {
    switch event {
    case .listed(let folder, let contents): state.note(contents, of: folder)
    case .recent(let files): state.note(files)
    case .examined, .notShown: break
    }
  }

  private func perform(_ requests: [OpenState.Request]) {
    for request in requests {
      switch request {
      case .list(let folder): parts.paths.list(folder)
      case .open(let path): parts.open([path])
      }
    }
  }

  func update(in notices: Notices, at now: Double) {
    let surface = parts.view.surface
    guard shown != (state, surface) else { return }
    shown = (state, surface)
    notices.show(.open, state.drawing(on: surface).map { .drawing($0) })
  }
}
