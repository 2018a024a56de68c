import Preferences
import Viewing

/// The current states of commands in menus: check marks, and why one is disabled.
extension ViewerParts {
  /// Returns true if a command's switch is on; `nil` for a command that isn't a switch.
  func isOn(_ name: CommandName) -> Bool? {
    switch name {
    case .play: view.playback?.isPlaying ?? false
    case .filterPanel: filtering.isPanelOpen
    case .toggleFilters: filtering.isFiltered
    case .compare: filtering.isComparing
    case .split: filtering.split != nil
    case .fullScreen: window.isFullScreen
    case .pixels: isCrisp
    case .mark: targets.isShownMarked
    case .tileOutlines: panels.isShown(.tiles)
    case .bar: panels.isShown(.bar)
    default: nil
    }
  }

  /// Returns why a command would do nothing, in a few words; `nil` if it would do something.
  func refusal(of name: CommandName) -> String? {
    let hasPicture = view.zoom != nil
    switch name.definition.needs {
    case .nothing: return nil
    case .picture: return hasPicture ? nil : "no picture"
    case .album: return gallery.pictures.isAlone ? "no other picture" : nil
    case .pages:
      let pages =
        gallery.pictures.pictures.shown.flatMap { gallery.pictures.pageNumber(of: $0) }?.count ?? 1
      return view.playback != nil || pages > 1 ? nil : "one page"
    case .animation: return view.playback != nil ? nil : "no animation"
    case .filters: return filtering.hasFilters ? nil : "no filter"
    case .scripts: return settings.scripts.isEmpty ? "no script" : nil
    case .file: return targets.shownRefusal
    case .files: return targets.refusal
    case .marks: return targets.marks.isEmpty ? "nothing marked" : nil
    case .changes: return files.canUndo ? nil : "nothing to undo"
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
