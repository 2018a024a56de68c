import Filters
import Testing

@testable import Viewer

@Suite struct FilterCycleTests {
  private static func filter(_ name: String) -> FilterDefinition {
    FilterDefinition(
      name: name, summary: "The \(name)",
      parameters: [
        FilterParameter(
          name: "amount", summary: "", kind: .float(minimum: 0, maximum: 1), defaultValue: .float(1)
        )
      ],
      stages: [FilterStage(hook: .color, text: "", firstLine: 1)])
  }

  let library = FilterLibrary(
    ["exposure", "invert", "grayscale", "edges"].map(Self.filter))

  private func single(_ name: String) -> FilterChain {
    FilterChain([FilterLink(Self.filter(name))])
  }

  @Test func cyclingFollowsTheDocumentedOrderOfAvailableFilters() {
    var cycle = FilterCycle()
    var chain = FilterChain()
    var names: [String] = []
    for _ in 0..<4 {
      let step = cycle.step(from: chain, isBack: false, in: library)
      chain = step.chain
      names.append(step.name)
    }
    #expect(names == ["The grayscale", "The invert", "The edges", "no filter"])
    #expect(chain.links.isEmpty)
  }

  @Test func cyclingBackwardsReversesTheOrder() {
    var cycle = FilterCycle()
    let last = cycle.step(from: FilterChain(), isBack: true, in: library)
    #expect(last.chain == single("edges"))
    #expect(
      cycle.step(from: single("invert"), isBack: true, in: library).chain == single("grayscale"))
    #expect(cycle.step(from: single("grayscale"), isBack: true, in: library).chain.links.isEmpty)
  }

  @Test func theUsersChainReturnsAfterTheCycle() {
    var cycle = FilterCycle()
    var own = single("exposure")
    own.links[0].values = [.float(0.25)]
    var chain = cycle.step(from: own, isBack: false, in: library).chain
    #expect(chain == single("grayscale"))
    chain = cycle.step(from: chain, isBack: true, in: library).chain
    #expect(chain == own)
    // A filter of the cycle with a changed value is restored, too.
    var tuned = single("invert")
    tuned.links[0].values = [.float(0.5)]
    chain = cycle.step(from: tuned, isBack: true, in: library).chain
    let step = cycle.step(from: chain, isBack: false, in: library)
    #expect(step.chain == tuned && step.name == "your filters")
  }

  @Test func withoutTheFiltersCyclingDoesNothing() {
    var cycle = FilterCycle()
    let step = cycle.step(from: FilterChain(), isBack: false, in: FilterLibrary([]))
    #expect(step.chain.links.isEmpty && step.name == "no filter")
  }

  @Test func everyNameIsBuiltIn() {
    for name in FilterCycle.names {
      #expect(FilterLibrary.builtIn.filter(named: name) != nil, "\(name)")
    }
  }
}
