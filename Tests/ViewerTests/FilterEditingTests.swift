import FilterPanel
import Filters
import Geometry
import Gestures
import Platform
import Testing

@testable import Viewer

/// A window's filters, without a window.
@Suite struct FilterEditingTests {
  private static let surface = PixelSize(width: 800, height: 600)
  let folder: AlbumTestFolder
  let editing: FilterEditing

  init() throws {
    folder = try AlbumTestFolder()
    editing = Self.editing(keptChain: nil)
  }

  private static func editing(keptChain: [UInt8]?) -> FilterEditing {
    FilterEditing(
      surface: surface, interfaceScale: 1, places: .init(keptChain: keptChain, folder: nil)
    ) { _ in }
  }

  private func captions(_ effects: [FilterEffect]) -> [String] {
    effects.compactMap { if case .showCaption(let note) = $0 { note } else { nil } }
  }

  private func isPanelDrawn(_ effects: [FilterEffect]) -> Bool? {
    for case .draw(let panel, _) in effects.reversed() { return panel != nil }
    return nil
  }

  private func settings(_ filters: String) throws -> ViewSettings {
    var settings = ViewSettings()
    settings.filters = try NamedFilters(commandLine: filters)
    return settings
  }

  private let key = WindowEvent.key(
    KeyPress(keysym: 0x61, modifiers: [], position: .zero, time: 0))

  @Test func unusedFiltersTakeNoEvents() {
    let (isConsumed, effects) = editing.take(key)
    #expect(!isConsumed && effects.isEmpty && !editing.isFiltered)
    #expect(editing.compare(false).isEmpty && editing.noteContextLoss().isEmpty)
    #expect(editing.drawnChain == FilterChain() && editing.margin(zoom: 1) == 0)
  }

  @Test func theOpenPanelGetsKeysFirst() {
    #expect(isPanelDrawn(editing.togglePanel()) == true)
    let down = KeyPress(
      keysym: Keysym.down.rawValue, modifiers: [], position: .zero, time: 0)
    #expect(editing.take(.key(down)).isConsumed)
    #expect(isPanelDrawn(editing.togglePanel()) == false)
    #expect(!editing.take(.key(down)).isConsumed)
  }

  @Test func theCommandLinesChainIsDrawn() throws {
    let effects = editing.begin(try settings("invert"))
    #expect(!effects.contains { if case .notify = $0 { true } else { false } })
    #expect(editing.isFiltered && editing.drawnChain == editing.chain)
  }

  @Test func keysCycleThroughFiltersAndNameThem() {
    let effects = editing.cycle(isBack: false)
    #expect(captions(effects).count == 1 && effects.contains(.redraw))
    #expect(editing.isFiltered)
    #expect(captions(editing.toggle()) == ["filters off"])
    #expect(!editing.isFiltered)
    #expect(captions(editing.toggle()) == ["filters on"])
    #expect(captions(editing.cycle(isBack: true)) == ["no filter"])
  }

  @Test func comparingHidesTheChainOnlyInFrames() {
    #expect(captions(editing.compare(true)) == ["no filter to compare with"])
    _ = editing.compare(false)
    _ = editing.cycle(isBack: false)
    #expect(editing.compare(true).contains(.redraw))
    #expect(editing.drawnChain.isIdentity && editing.isFiltered)
    #expect(editing.compare(true).isEmpty, "a key repeats")
    _ = editing.compare(false)
    #expect(editing.drawnChain == editing.chain)
  }

  @Test func theSplitLineNeedsAChain() {
    _ = editing.toggleSplit()
    #expect(editing.split == nil)
    #expect(editing.cycle(isBack: false).contains(.redraw))
    #expect(editing.split == 400)
    _ = editing.take(.resized(PixelSize(width: 400, height: 300)))
    #expect(editing.split == 200)
  }

  @Test func withoutGLOneSentenceExplainsMissingFilters() throws {
    _ = editing.begin(try settings("invert"))
    _ = editing.toggleSplit()
    let why = FilterEffect.notify(["filters need OpenGL ES 3, which is not available"])
    #expect(editing.noteMissingGL() == [.redraw, why])
    #expect(editing.drawnChain.isIdentity && editing.drawnSplit == nil)
    #expect(editing.split != nil && editing.isFiltered, "it is saved nevertheless")
    let effects = editing.cycle(isBack: false)
    #expect(effects.contains(why) && captions(effects).isEmpty)
  }

  @Test func problemsAppearInTheOpenPanel() {
    #expect(editing.notify(["a"]) == [.notify(["a"])])
    _ = editing.togglePanel()
    let effects = editing.notify(["b"])
    #expect(effects.first == .write(["b"]) && isPanelDrawn(effects) == true)
    #expect(editing.notify([]).isEmpty)
  }

  @Test func aRefusedChainIsReported() throws {
    _ = editing.begin(try settings("invert"))
    editing.noteFrame(3, editing.drawnChain)
    let problem = FilterError(file: "invert.frag", line: 3, "syntax error")
    #expect(editing.refuse(problem, frame: 3).contains(.notify([problem.description])))
    #expect(editing.isFiltered, "what was drawn before stays")
  }

  @Test func anUnreadableTableIsReported() {
    let problem = FilterError(file: "a.cube", "there is no such file")
    let event = FilterEvent.table(.failure(problem), link: 0, parameter: 0)
    #expect(editing.receive(event).isEmpty, "nobody has asked")
    _ = editing.toggle()
    #expect(editing.receive(event).contains(.notify([problem.description])))
  }

  @Test func reloadedFiltersStayOff() throws {
    _ = editing.begin(try settings("invert"))
    _ = editing.toggle()
    let problem = FilterError(file: "mine.frag", "it has no function")
    let effects = editing.receive(.library(.builtIn, [problem]))
    #expect(!editing.isFiltered && effects.contains(.notify([problem.description])))
  }

  /// A filter file that was saved again switches nothing on, and is no chain of the user's own.
  @Test func aNewVersionOfAFilterIsNoChangeByTheUser() throws {
    var settings = ViewSettings()
    settings.preferences.filters = "invert"
    _ = editing.begin(settings)
    _ = editing.toggle()
    let old = try #require(FilterLibrary.builtIn.filter(named: "invert"))
    let new = FilterDefinition(
      name: old.name, summary: "newer", stages: old.stages,
      origin: .user(path: Array("/invert.frag".utf8)))
    _ = editing.receive(.library(FilterLibrary([new]), []))
    #expect(!editing.isFiltered && editing.followsSettings)
    _ = editing.toggle()
    #expect(editing.chain.links.map(\.definition.summary) == ["newer"])
  }

  @Test func aChangedChainIsSavedOnRequest() throws {
    let path = folder["filters"]
    folder.willRemove(path)
    var settings = ViewSettings()
    settings.preferences.keptFilters = .always
    let first = Self.editing(keptChain: path)
    #expect(first.begin(settings).isEmpty && first.end().isEmpty)
    #expect(SavedChain.read(path) == nil, "nobody has changed it")
    _ = first.cycle(isBack: false)
    _ = first.end()
    let next = Self.editing(keptChain: path)
    _ = next.begin(settings)
    #expect(next.isFiltered && next.chain == first.chain)
    settings.preferences.keptFilters = .never
    let other = Self.editing(keptChain: path)
    _ = other.begin(settings)
    #expect(!other.isFiltered)
  }

  @Test func aChainThatCannotBeSavedIsReported() throws {
    let path = try folder.file("file") + Array("/filters".utf8)
    var settings = ViewSettings()
    settings.preferences.keptFilters = .always
    let editing = Self.editing(keptChain: path)
    _ = editing.begin(settings)
    _ = editing.cycle(isBack: false)
    #expect(editing.end().contains { if case .notify = $0 { true } else { false } })
  }
}
