import FilterPanel
import Filters
import Geometry
import InputEvents
import Platform
import Windowing

/// Filters: the panel, the keys, and the user's own files.
extension ViewerSession {
  /// The filters, made when they are first used: until then they cost nothing.
  private func usedFilters() -> SessionFilters {
    if let filters { return filters }
    return begin(library: .builtIn, chain: FilterChain())
  }

  /// Begins with a chain of the command line's, or one that was kept when the last window closed.
  func beginFilters() {
    let preferences = settings.preferences
    let path = preferences.keptFilters == .never ? nil : KeptChain.path()
    let kept = path.flatMap(KeptChain.read)
    keepsChain = preferences.keptFilters == .always || kept != nil
    if let named = settings.filters {
      begin(named)
    } else if let path, let kept {
      begin(kept, from: escapedForDisplay(path))
    } else {
      begin(preferences.filters, from: settings.filterPlace ?? "filter")
    }
  }

  private func begin(_ text: String, from place: String) {
    guard !text.isEmpty else { return }
    do throws(FilterProblem) {
      let named = try NamedFilters(kept: text)
      begin(named)
    } catch {
      tellProblems(["\(place): \(error)"], at: startTime)
    }
  }

  private func begin(_ named: NamedFilters) {
    toldProblems.formUnion(named.problems.map(\.description))
    if !named.chain.links.isEmpty { _ = begin(library: named.library, chain: named.chain) }
  }

  @discardableResult
  private func begin(library: FilterLibrary, chain: FilterChain) -> SessionFilters {
    let new = SessionFilters(
      panel: FilterPanel(
        library: library, chain: chain, interfaceScale: overlays.interfaceScale,
        keepsChain: keepsChain))
    filters = new
    if let folder = FilterFolder.path() {
      let mailbox = mailbox
      // Without a watcher there are the built-in filters, and those that were read already.
      filterWatcher = try? FilterWatcher(folder: folder, current: library) {
        mailbox.post(.filtersRead($0, $1))
      }
    }
    return new
  }

  /// Whether the picture is not to be seen without filters.
  var isFiltered: Bool { filters?.chain.isIdentity == false }

  // MARK: Keys and the panel

  /// Whether an event was meant for the panel or the split line.
  func filtersTake(_ event: WindowEvent, at now: Double) -> Bool {
    guard filters != nil else { return false }
    var outcome = PanelOutcome()
    changeFilters(at: now) { outcome = $0.panel.handle(event, surface: surface) }
    for effect in outcome.effects { perform(effect, at: now) }
    return outcome.isConsumed
  }

  private func perform(_ effect: PanelEffect, at now: Double) {
    switch effect {
    case .chainChanged, .needsDrawing, .compare, .splitMoved: break
    case .close: keepChain(at: now)
    case .keepChanged(let isKept):
      keepsChain = isKept
      filters?.hasChanged = true
      keepChain(at: now)
    case .savePicture: savePicture(at: now)
    case .saveView: saveView(at: now)
    case .loadFile(let link, let parameter, let path):
      loadTable(path, link: link, parameter: parameter, at: now)
    }
  }

  /// Opens or closes the panel.
  func toggleFilterPanel(at now: Double) {
    changeFilters(at: now) { filters in
      if filters.panel.isOpen { filters.panel.close() } else { filters.panel.open() }
    }
    if filters?.panel.isOpen == false { keepChain(at: now) }
  }

  /// Shows the picture as it was for as long as a key is held.
  func compare(_ isComparing: Bool, at now: Double) {
    guard filters?.panel.isComparing != isComparing, isComparing || filters != nil else { return }
    changeFilters(at: now) { $0.panel.setComparing(isComparing) }
    if isComparing, filters?.chain.isIdentity == true {
      showCaption(at: now, note: "no filter to compare with")
    }
  }

  /// Puts the split line on the picture or takes it away.
  func toggleSplit(at now: Double) { changeFilters(at: now) { $0.panel.toggleSplit() } }

  /// Switches the whole chain off or on.
  func toggleFilters(at now: Double) {
    changeFilters(at: now) { $0.isOff.toggle() }
    guard let filters else { return }
    let note =
      filters.panel.chain.links.isEmpty
      ? "no filter" : filters.isOff ? "filters off" : "filters on"
    showFilterNote(note, at: now)
  }

  /// Says what a key has done, unless why nothing is seen of it has been said already.
  private func showFilterNote(_ note: String, at now: Double) {
    if isWithoutGL, isFiltered { return }
    showCaption(at: now, note: note)
  }

  /// Goes through the most used filters.
  func cycleFilters(isBack: Bool, at now: Double) {
    var name = ""
    changeFilters(at: now) { filters in
      let next = filters.cycle.step(
        from: filters.panel.chain, isBack: isBack, in: filters.panel.library)
      filters.panel.setChain(next.chain)
      name = next.name
    }
    showFilterNote(name, at: now)
  }

  /// Changes the filters and brings everything up to date with them.
  func changeFilters(at now: Double, _ change: (inout SessionFilters) -> Void) {
    let before = usedFilters()
    var after = before
    change(&after)
    if after.panel.chain != before.panel.chain {
      after.hasChanged = true
      // Who changes a value wants to see it.
      after.isOff = false
    }
    if after.notices != before.notices { after.panel.setNotices(after.notices) }
    filters = after
    if after.chain != before.chain { refuseWithoutGL(at: now) }
    if after.shown != before.shown || after.split(on: surface) != before.split(on: surface) {
      needsRedraw = true
    }
    drawFilterPanel()
  }

  /// Has the panel and the split line drawn as they are now.
  func drawFilterPanel() {
    guard let filters else { return }
    perform(overlays.set(.panel, drawing: filters.panel.drawing(surface: surface)))
    perform(overlays.set(.split, drawing: filters.panel.splitDrawing(surface: surface)))
  }
}
