import Filters
import Graphics

/// The chains that were drawn last, so that going back to one compiles nothing.
final class ChainCache {
  private var chains: [CompiledChain] = []  // the newest last
  private var refused: [[FilterDefinition]] = []
  private var lastGood: Resolved?
  private let counters: RenderCounters

  /// Chains that are kept; each is a few programs.
  private static let capacity = 8
  private static let mostRefused = 16

  /// A chain that can be drawn.
  struct Resolved {
    var links: [FilterLink]
    var chain: CompiledChain
  }

  /// What is wrong with the newest chain that could not be made; told once.
  private(set) var problem: FilterError?

  init(counters: RenderCounters) { self.counters = counters }

  /// Takes the problem, so that it is told once.
  func takeProblem() -> FilterError? {
    defer { problem = nil }
    return problem
  }

  /// The programs for some filters, or the last ones that could be made; `nil` for none.
  func resolve(
    _ links: [FilterLink], _ end: PixelEnd.Kind, on gl: borrowing Current
  ) throws(GLError) -> Resolved? {
    guard !links.isEmpty else {
      lastGood = nil
      return nil
    }
    let definitions = links.map(\.definition)
    if let index = chains.lastIndex(where: { $0.definitions == definitions }) {
      chains.append(chains.remove(at: index))
    } else if refused.contains(definitions) {
      return lastGood
    } else {
      let made = CompiledChain(definitions, counters: counters)
      do throws(ChainError) {
        try made.prepare(end, on: gl)
      } catch {
        switch error {
        case .gl(let error): throw error
        case .filter(let problem): self.problem = problem
        }
        gl.releaseShaderCompiler()
        refused.append(definitions)
        if refused.count > Self.mostRefused { refused.removeFirst() }
        return lastGood
      }
      chains.append(made)
      if chains.count > Self.capacity { chains.removeFirst() }
    }
    lastGood = chains.last.map { Resolved(links: links, chain: $0) }
    return lastGood
  }
}
