import FilterPanel
import Filters
import Geometry
import Gestures
import Platform

/// The filters of a window: the panel and keys that change them, the user's files, and the saved
/// chain.
///
/// Window thread only. Its threads call `deliver` with what they have read, which the window thread
/// then passes to `receive`.
final class FilterEditing {
  private let places: Places
  private let deliver: @Sendable (FilterEvent) -> Void
  private var surface: PixelSize
  private var interfaceScale: Double
  /// The filters; `nil` until their first use, so that they cost nothing before.
  private var filters: SessionFilters?
  private var watcher: FilterWatcher?
  private var keepsChain = false
  /// True while the chain is that of the settings.
  private(set) var followsSettings = false
  /// The display's profile, for soft proofs; empty means sRGB.
  private var displayProfile: [UInt8] = []
  /// True while the chain's soft proofs are still to be computed.
  private var awaitsSoftProofs = false
  /// True if there is no GL to draw filters with.
  private var isWithoutGL = false
  /// The effects of the current call.
  private var effects: [FilterEffect] = []

  /// Creates the filters of a surface of a size; `interfaceScale` is 1 at 96 dpi.
  init(
    surface: PixelSize, interfaceScale: Double, places: Places = .ofUser,
    deliver: @escaping @Sendable (FilterEvent) -> Void
  ) {
    self.surface = surface
    self.interfaceScale = interfaceScale
    self.places = places
    self.deliver = deliver
  }

  // MARK: Drawing

  /// The chain without comparing: the one that is saved.
  var chain: FilterChain { filters?.chain ?? FilterChain() }
  /// True if the chain changes the picture.
  var isFiltered: Bool { !chain.isIdentity }
  /// The x coordinate from which the surface is filtered; `nil` without a split line.
  var split: Int? { filters?.split(on: surface) }
  /// The chain of the next frame.
  var drawnChain: FilterChain { isWithoutGL ? FilterChain() : filters?.shown ?? FilterChain() }
  /// The split of the next frame.
  var drawnSplit: Int? { isWithoutGL ? nil : split }
  /// True while the picture is shown without its filters.
  var isComparing: Bool { filters?.panel.isComparing == true }
  /// True if there are filters, switched on or off.
  var hasFilters: Bool { filters.map { !$0.panel.chain.links.isEmpty } ?? false }
  /// True while the panel is open.
  var isPanelOpen: Bool { filters?.panel.isOpen == true }
  /// The panel's rectangle on the surface, in device pixels; `nil` while it is closed.
  var panelFrame: PixelRect? {
    filters.flatMap { $0.panel.isOpen ? $0.panel.placed(on: surface).frame : nil }
  }

  /// Returns how far beyond a view the chain samples at a zoom, in device pixels.
  func margin(zoom: Double) -> Int { isWithoutGL ? 0 : filters?.margin(zoom: zoom) ?? 0 }

  /// Sets the surface's size, if no event reports it.
  func resize(to surface: PixelSize) { self.surface = surface }

  /// Records the chain that a frame is drawn with.
  func noteFrame(_ number: UInt64, _ chain: FilterChain) { filters?.noteFrame(number, chain) }

  // MARK: Start and end

  /// Starts with the chain from the command line, the saved one, or that of the preferences.
  func begin(_ settings: ViewSettings) -> [FilterEffect] {
    run {
      let preferences = settings.preferences
      let path = preferences.keptFilters == .never ? nil : places.keptChain
      let kept = path.flatMap(SavedChain.read)
      keepsChain = preferences.keptFilters == .always || kept != nil
      if let named = settings.filters {
        begin(named)
      } else if let path, let kept {
        begin(kept, from: escapedForDisplay(path))
      } else {
        begin(preferences.filters, from: settings.filterPlace ?? "filter")
        followsSettings = true
      }
    }
  }

  /// Replaces the chain of the settings by their new one, which does not count as a change.
  func setDefaultChain(_ text: String) -> [FilterEffect] {
    let hadChanged = filters?.hasChanged ?? false
    let effects = setChain(text)
    filters?.hasChanged = hadChanged
    followsSettings = true
    return effects
  }

  private func begin(_ text: String, from place: String) {
    guard !text.isEmpty else { return }
    do throws(FilterError) {
      begin(try NamedFilters(kept: text))
      awaitsSoftProofs = true
    } catch {
      addProblems(["\(place): \(error)"])
    }
  }

  private func begin(_ named: NamedFilters) {
    effects.append(.wasReported(named.problems.map(\.description)))
    if !named.chain.links.isEmpty { begin(library: named.library, chain: named.chain) }
  }

  @discardableResult
  private func begin(library: FilterLibrary, chain: FilterChain) -> SessionFilters {
    let new = SessionFilters(
      panel: FilterPanel(
        library: library, chain: chain, interfaceScale: interfaceScale, keepsChain: keepsChain))
    filters = new
    if let folder = places.folder {
      let deliver = deliver
      // Without a watcher, the filters that are already loaded remain available.
      watcher = try? FilterWatcher(folder: folder, current: library) { deliver(.library($0, $1)) }
    }
    return new
  }

  /// Stops watching the user's folder, and saves the chain.
  func end() -> [FilterEffect] {
    defer { watcher?.stop() }
    return run { keepChain() }
  }

  /// Saves the chain for the next start, if the setting says so.
  private func keepChain() {
    guard let filters, filters.hasChanged, let path = places.keptChain else { return }
    self.filters?.hasChanged = false
    guard keepsChain else { return SavedChain.remove(path) }
    do throws(Errno) {
      try SavedChain.write(filters.panel.chain.text, to: path)
    } catch {
      addProblems(["\(escapedForDisplay(path)): \(error.message)"])
    }
  }

  // MARK: The panel

  /// Handles an event before the picture does; returns whether the panel consumed it.
  func take(_ event: WindowEvent) -> (isConsumed: Bool, effects: [FilterEffect]) {
    if case .resized(let size) = event { surface = size }
    if case .interfaceScaleChanged(let scale) = event { interfaceScale = scale }
    guard filters != nil else { return (false, []) }
    var isConsumed = false
    let asked = run {
      var wanted: [PanelEffect] = []
      change { (isConsumed, wanted) = $0.panel.handle(event, surface: surface) }
      for effect in wanted { perform(effect) }
    }
    return (isConsumed, asked)
  }

  private func perform(_ effect: PanelEffect) {
    switch effect {
    case .close: keepChain()
    case .keepChanged(let isKept):
      keepsChain = isKept
      filters?.hasChanged = true
      keepChain()
    case .savePicture: effects.append(.savePicture)
    case .saveView: effects.append(.saveView)
    case .loadFile(let link, let parameter, let path):
      readTable(at: path, link: link, parameter: parameter)
    }
  }

  /// Opens or closes the panel.
  func togglePanel() -> [FilterEffect] {
    run {
      change { filters in
        if filters.panel.isOpen { filters.panel.close() } else { filters.panel.open() }
      }
      if !isPanelOpen { keepChain() }
    }
  }

  // MARK: Keys

  /// Shows the picture without filters while a key is held.
  func compare(_ isComparing: Bool) -> [FilterEffect] {
    guard filters?.panel.isComparing != isComparing, isComparing || filters != nil else {
      return []
    }
    return run {
      change { $0.panel.setComparing(isComparing) }
      if isComparing, !isFiltered { effects.append(.showCaption("no filter to compare with")) }
    }
  }

  /// Shows or hides the split line.
  func toggleSplit() -> [FilterEffect] { run { change { $0.panel.toggleSplit() } } }

  /// Switches the whole chain off or on.
  func toggle() -> [FilterEffect] {
    run {
      change { $0.isOff.toggle() }
      guard let filters else { return }
      caption(
        filters.panel.chain.links.isEmpty
          ? "no filter" : filters.isOff ? "filters off" : "filters on")
    }
  }

  /// Cycles through the inspection filters.
  func cycle(isBack: Bool) -> [FilterEffect] {
    run {
      var name = ""
      change { filters in
        let next = filters.cycle.step(
          from: filters.panel.chain, isBack: isBack, in: filters.panel.library)
        filters.panel.setChain(next.chain)
        name = next.name
      }
      caption(name)
    }
  }

  /// Shows what a key has done, unless an error has already said why it has no visible effect.
  private func caption(_ note: String) {
    if !(isWithoutGL && isFiltered) { effects.append(.showCaption(note)) }
  }

  /// Replaces the chain by one in the syntax of `--filter`; an empty text removes all filters.
  func setChain(_ text: String) -> [FilterEffect] {
    let effects = run {
      do throws(FilterError) {
        let named = try NamedFilters(kept: text)
        change { $0.panel.setChain(named.chain) }
        addProblems(named.problems.map(\.description))
        awaitsSoftProofs = true
      } catch {
        addProblems(["filter: \(error)"])
      }
    }
    return effects + setDisplayProfile(displayProfile)
  }

  // MARK: Results

  /// Handles data that one of its threads has read.
  func receive(_ event: FilterEvent) -> [FilterEffect] {
    guard filters != nil else { return [] }
    return run {
      switch event {
      case .library(let library, let problems):
        change { filters in
          let hadChanged = filters.hasChanged
          let wasOff = filters.isOff
          filters.panel.setLibrary(library)
          filters.fileProblems = problems
          filters.hasChanged = hadChanged
          filters.isOff = wasOff
        }
        addProblems(problems.map(\.description))
      case .table(.success(let file), let link, let parameter):
        change { $0.panel.setFile(file, link: link, parameter: parameter) }
      case .renewed(let file, let link, let parameter):
        renew(file, link: link, parameter: parameter)
      case .table(.failure(let problem), _, _):
        change { $0.panel.setNotices([problem.description]) }
        addProblems([problem.description])
      }
    }
  }

  /// Handles a chain that can't be drawn: the previous one stays in use.
  func refuse(_ problem: FilterError, frame: UInt64) -> [FilterEffect] {
    run {
      change { $0.refuse(frame: frame, problem) }
      addProblems([problem.description])
    }
  }

  /// Handles a lost GL context; the user's own filters are switched off after the second time.
  func noteContextLoss() -> [FilterEffect] {
    guard filters != nil else { return [] }
    return run {
      var isOff = false
      change { isOff = $0.noteLoss() }
      if isOff {
        addProblems([
          "the graphics driver failed twice with your own filters; they are now switched off"
        ])
      }
    }
  }

  /// Handles the absence of GL to draw filters with.
  func noteMissingGL() -> [FilterEffect] {
    isWithoutGL = true
    return run {
      effects.append(.redraw)
      refuseWithoutGL()
    }
  }

  private func refuseWithoutGL() {
    guard isWithoutGL, isFiltered else { return }
    addProblems(["filters need OpenGL ES 3, which is not available"])
  }

  // MARK: Problems

  /// Reports sentences, in the panel if it is open and otherwise in the window.
  func notify(_ sentences: [String]) -> [FilterEffect] { run { addProblems(sentences) } }

  private func addProblems(_ sentences: [String]) {
    guard !sentences.isEmpty else { return }
    guard isPanelOpen else {
      effects.append(.notify(sentences))
      return
    }
    effects.append(.write(sentences))
    let others = filters?.notices.filter { !sentences.contains($0) } ?? []
    filters?.panel.setNotices(others + sentences)
    draw()
  }

  /// Recomputes the chain's soft proofs for a display profile; empty means sRGB.
  func setDisplayProfile(_ profile: [UInt8]) -> [FilterEffect] {
    guard profile != displayProfile || awaitsSoftProofs else { return [] }
    displayProfile = profile
    awaitsSoftProofs = false
    return run {
      for (link, filter) in (filters?.panel.chain.links ?? []).enumerated() {
        for (index, parameter) in filter.definition.parameters.enumerated()
        where parameter.kind == .profile {
          guard case .file(let file?) = filter.values[index] else { continue }
          readTable(at: file.path, link: link, parameter: index, isAgain: true)
        }
      }
    }
  }

  /// Replaces a file in the chain with a newer version, if it is still used; this counts as no
  /// change.
  private func renew(_ file: FilterFile, link: Int, parameter: Int) {
    guard let links = filters?.panel.chain.links, links.indices.contains(link),
      links[link].values.indices.contains(parameter),
      case .file(let old?) = links[link].values[parameter], old.path == file.path
    else { return }
    change { filters in
      let (hadChanged, wasOff) = (filters.hasChanged, filters.isOff)
      filters.panel.setFile(file, link: link, parameter: parameter)
      filters.hasChanged = hadChanged
      filters.isOff = wasOff
    }
  }

  /// Reads a colour table, or computes it from a profile, on a thread of its own.
  private func readTable(at path: [UInt8], link: Int, parameter: Int, isAgain: Bool = false) {
    let deliver = deliver
    let isProfile = filters?.takesProfile(link: link, parameter: parameter) ?? false
    let display = isProfile ? displayProfile : nil
    do throws(Errno) {
      // The table is megabytes of decimal numbers: the window must not wait for it.
      _ = try Thread(name: "table") {
        do throws(FilterError) {
          let file = try readFilterFile(path, display: display)
          deliver(
            isAgain
              ? .renewed(file, link: link, parameter: parameter)
              : .table(.success(file), link: link, parameter: parameter))
        } catch {
          deliver(.table(.failure(error), link: link, parameter: parameter))
        }
      }
    } catch {
      addProblems(["\(escapedForDisplay(path)): \(error)"])
    }
  }

  // MARK: Changing

  private func run(_ work: () -> Void) -> [FilterEffect] {
    work()
    defer { effects = [] }
    return effects
  }

  /// Changes the filters and updates everything that depends on them.
  private func change(_ change: (inout SessionFilters) -> Void) {
    let before = filters ?? begin(library: .builtIn, chain: FilterChain())
    var after = before
    change(&after)
    if after.panel.chain != before.panel.chain {
      after.hasChanged = true
      followsSettings = false
      // A user who changes a value wants to see the effect.
      after.isOff = false
    }
    if after.notices != before.notices { after.panel.setNotices(after.notices) }
    filters = after
    if after.chain != before.chain { refuseWithoutGL() }
    if after.shown != before.shown || after.split(on: surface) != before.split(on: surface) {
      effects.append(.redraw)
    }
    draw()
  }

  /// Draws the panel and the split line again.
  private func draw() {
    guard let filters else { return }
    effects.append(
      .draw(
        panel: filters.panel.drawing(surface: surface),
        split: filters.panel.splitDrawing(surface: surface)))
  }
}
