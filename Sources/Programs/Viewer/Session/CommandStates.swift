import Preferences
import Viewing

/// The current states of commands in menus: check marks, and why one is disabled.
extension ViewerParts {
  /// Returns true if a command's switch is on; `nil` for a command that isn't a switch.
  func isOn(_ name: CommandName, at now: Double) -> Bool? {
    name.definition.state.map { value(of: $0, at: now) == .boolean(true) }
  }

  /// Returns why a command would do nothing, in a few words; `nil` if it would do something.
  func refusal(of name: CommandName) -> String? {
    let needs = name.definition.needs
    switch needs {
    case .file: return targets.shownRefusal
    case .files: return targets.refusal
    case .nothing, .picture, .album, .pages, .animation, .filters, .scripts, .marks, .changes:
      return isMet(needs) ? nil : needs.reason
    }
  }

  private func isMet(_ needs: CommandNeeds) -> Bool {
    switch needs {
    case .nothing: return true
    case .picture: return view.zoom != nil
    case .album: return !gallery.pictures.isAlone
    case .pages:
      let page = gallery.pictures.pictures.shown.flatMap { gallery.pictures.pageNumber(of: $0) }
      return view.playback != nil || (page?.count ?? 1) > 1
    case .animation: return view.playback != nil
    case .filters: return filtering.hasFilters
    case .scripts: return !settings.scripts.isEmpty
    case .file: return targets.shownRefusal == nil
    case .files: return targets.refusal == nil
    case .marks: return !targets.marks.isEmpty
    case .changes: return files.canUndo
    }
  }

  /// The contexts whose keys apply.
  var keyContexts: Set<KeyContext> {
    var contexts: Set<KeyContext> = []
    if window.isFullScreen { contexts.insert(.fullScreen) }
    if view.playback != nil { contexts.insert(.animation) }
    return contexts
  }

  /// True if image pixels beyond 100 % have crisp edges.
  var isCrisp: Bool {
    let magnification = view.settings.magnification
    let levels = view.shown.flatMap { view.info(of: $0)?.levels }
    return magnification == .crisp
      || magnification.isCrisp(
        at: view.zoom?.destination.scale ?? 1, largestScale: levels?.largestScale ?? 1)
  }
}
