import Filters
import Graphics

/// The most recently drawn filter chains, so that going back to one compiles nothing.
final class ChainCache {
  private var chains: [CompiledChain] = []  // the newest last
  private var refused: [[FilterDefinition]] = []
  private var lastGood: Resolved?
  private let counters: RenderCounters

  /// The number of cached chains; each consists of a few programs.
  private static let capacity = 8
  private static let mostRefused = 16

  /// A chain that can be drawn.
  struct Resolved {
    var links: [FilterLink]
    var chain: CompiledChain
  }

  /// The error of the newest chain that did not compile, until `takeProblem` takes it.
  private(set) var problem: FilterError?

  init(counters: RenderCounters) { self.counters = counters }

  /// Returns the problem and clears it, so that it is reported once.
  func takeProblem() -> FilterError? {
    defer { problem = nil }
    return problem
  }

  /// Returns a chain's programs, or if it doesn't compile the last good ones; `nil` if it's empty.
  func resolve(
    _ links: [FilterLink], _ end: FinalPixelStep.Kind, on gl: borrowing Current
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
