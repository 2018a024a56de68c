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
  private let folder: [UInt8]?
  private var kept: KeptChain
  private var tables: FilterTables
  private let deliver: @Sendable (FilterEvent) -> Void
  private var surface: PixelSize
  private var interfaceScale: Double
  /// The filters; `nil` until their first use, so that they cost nothing before.
  private var filters: SessionFilters?
  private var watcher: FilterWatcher?
  /// True while the chain is that of the settings.
  private(set) var followsSettings = false
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
    folder = places.folder
    kept = KeptChain(at: places.keptChain)
    tables = FilterTables(deliver: deliver)
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
  var isPanelOpen: Bool { filters?.panel.isOpen == true }
  /// True while the user types into the panel.
  var isTyping: Bool { filters?.panel.isTyping == true }
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
      let saved = kept.begin(settings.preferences.keptFilters)
      if let named = settings.filters {
        begin(named)
      } else if let saved {
        begin(saved, from: kept.name)
      } else {
        begin(settings.preferences.filters, from: settings.filterPlace ?? "filter")
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
      tables.chainWasRead()
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
        library: library, chain: chain, interfaceScale: interfaceScale, keepsChain: kept.isOn))
    filters = new
    if let folder {
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
    guard let filters, filters.hasChanged else { return }
    self.filters?.hasChanged = false
    addProblems(kept.save(filters.panel.chain))
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
      kept.isOn = isKept
      filters?.hasChanged = true
      keepChain()
    case .savePicture: effects.append(.savePicture)
    case .saveView: effects.append(.saveView)
    case .loadFile(let link, let parameter, let path):
      let chain = filters?.panel.chain ?? FilterChain()
      addProblems(tables.read(path, of: chain, link: link, parameter: parameter))
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
    run {
      do throws(FilterError) {
        let named = try NamedFilters(kept: text)
        change { $0.panel.setChain(named.chain) }
        addProblems(named.problems.map(\.description))
        tables.chainWasRead()
      } catch {
        addProblems(["filter: \(error)"])
      }
      addProblems(tables.proof(filters?.panel.chain))
    }
  }

  // MARK: Results

  /// Handles data that one of its threads has read.
  func receive(_ event: FilterEvent) -> [FilterEffect] {
    guard filters != nil else { return [] }
    return run {
      switch event {
      case .library(let library, let problems):
        change(byUser: false) { filters in
          filters.panel.setLibrary(library)
          filters.fileProblems = problems
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

  /// Computes the chain's soft proofs again for another display profile; empty means sRGB.
  func setDisplayProfile(_ profile: [UInt8]) -> [FilterEffect] {
    run { addProblems(tables.proof(filters?.panel.chain, on: profile)) }
  }

  /// Replaces a file in the chain with a newer version, if it is still used.
  private func renew(_ file: FilterFile, link: Int, parameter: Int) {
    guard filters?.panel.chain.file(link: link, parameter: parameter)?.path == file.path else {
      return
    }
    change(byUser: false) { $0.panel.setFile(file, link: link, parameter: parameter) }
  }

  // MARK: Changing

  private func run(_ work: () -> Void) -> [FilterEffect] {
    work()
    defer { effects = [] }
    return effects
  }

  /// Changes the filters and updates everything that depends on them.
  ///
  /// A change that the user did not make is not saved, and switches nothing on.
  private func change(byUser isUsers: Bool = true, _ change: (inout SessionFilters) -> Void) {
    let before = filters ?? begin(library: .builtIn, chain: FilterChain())
    var after = before
    change(&after)
    if isUsers, after.panel.chain != before.panel.chain {
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
