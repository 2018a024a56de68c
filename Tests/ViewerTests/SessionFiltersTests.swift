import FilterPanel
import Filters
import Geometry
import Testing

@testable import Viewer

@Suite struct SessionFiltersTests {
  private static func filter(_ name: String, margin: Double? = nil, isUsers: Bool = false)
    -> FilterDefinition
  {
    let hook = margin.map { FilterStage.Hook.image(margin: FilterMargin(factor: $0)) } ?? .color
    return FilterDefinition(
      name: name, summary: name, stages: [FilterStage(hook: hook, text: "", firstLine: 1)],
      origin: isUsers ? .user(path: Array("/\(name).frag".utf8)) : .builtIn)
  }

  private func filters(_ definitions: FilterDefinition...) -> SessionFilters {
    SessionFilters(
      panel: FilterPanel(
        library: FilterLibrary(definitions), chain: FilterChain(definitions.map { FilterLink($0) }))
    )
  }

  @Test func comparingHidesTheChainAndKeepsTheMargin() {
    var filters = filters(Self.filter("blur", margin: 10))
    #expect(filters.margin(zoom: 2) == 21)
    filters.panel.setComparing(true)
    #expect(filters.shown.isIdentity && !filters.chain.isIdentity)
    #expect(filters.margin(zoom: 2) == 21)
    filters.panel.setComparing(false)
    #expect(filters.shown == filters.panel.chain)
  }

  @Test func aDisabledChainIsNeitherDrawnNorPlanned() {
    var filters = filters(Self.filter("blur", margin: 10))
    filters.panel.toggleSplit()
    #expect(filters.split(on: PixelSize(width: 100, height: 80)) == 50)
    filters.isOff = true
    #expect(filters.shown.isIdentity && filters.margin(zoom: 1) == 0)
    #expect(filters.split(on: PixelSize(width: 100, height: 80)) == nil)
  }

  @Test func repeatedContextLossDisablesTheUsersFilters() {
    var filters = filters(Self.filter("mine", isUsers: true), Self.filter("invert"))
    #expect(losses(2, &filters) == [false, true])
    #expect(filters.panel.chain.links.map(\.isOn) == [false, true])
    // The remaining filters are not to blame.
    #expect(losses(3, &filters) == [false, false, false])
  }

  @Test func anotherUserFilterGetsAnotherTry() {
    var filters = filters(Self.filter("mine", isUsers: true))
    #expect(losses(1, &filters) == [false])
    filters.panel.setChain(FilterChain([FilterLink(Self.filter("other", isUsers: true))]))
    #expect(losses(2, &filters) == [false, true])
  }

  private func losses(_ count: Int, _ filters: inout SessionFilters) -> [Bool] {
    (0..<count).map { _ in filters.noteLoss() }
  }

  @Test func aRefusalAppliesToItsFramesChain() {
    var filters = filters(Self.filter("broken"))
    let broken = filters.panel.chain
    let problem = FilterError(file: "broken.frag", line: 3, "syntax error")
    filters.noteFrame(1, FilterChain())
    filters.noteFrame(2, broken)
    filters.noteFrame(3, broken)
    // The chain has changed by the time the renderer reports the problem.
    filters.panel.setChain(FilterChain([FilterLink(Self.filter("good"))]))
    filters.noteFrame(4, filters.chain)
    filters.refuse(frame: 3, problem)
    #expect(filters.refusal == nil && filters.notices.isEmpty)
    // The renderer reports it once, and it applies each time the chain is used.
    filters.panel.setChain(broken)
    #expect(filters.refusal == problem)
    filters.isOff = true
    #expect(filters.refusal == nil)
  }

  @Test func problemsOfFilesComeBeforeThoseOfTheChain() {
    var filters = filters(Self.filter("a"))
    filters.noteFrame(7, filters.chain)
    filters.refuse(frame: 7, FilterError(file: "a.frag", line: 3, "syntax error"))
    filters.fileProblems = [FilterError(file: "b.frag", "it has no function")]
    #expect(filters.notices == ["b.frag: it has no function", "a.frag:3: syntax error"])
  }
}
