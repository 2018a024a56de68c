import Filters
import Graphics

/// The programs of a chain's passes, compiled at first use.
final class CompiledChain {
  /// The chain's filters.
  let definitions: [FilterDefinition]
  /// The passes in drawing order.
  let passes: [FilterPass]
  private var tilePrograms: [ShaderVariant: FilterProgram] = [:]
  private var imagePrograms: [Int: [FinalPixelStep.Kind: FilterProgram]] = [:]
  /// The passes for tiles of linear light.
  private let litPasses: [FilterPass]
  private let counters: RenderCounters

  init(_ definitions: [FilterDefinition], counters: RenderCounters) {
    self.definitions = definitions
    self.counters = counters
    passes = FilterPass.passes(of: definitions)
    litPasses = FilterPass.passes(of: definitions, isLit: true)
  }

  private func pass(_ number: Int, _ end: FinalPixelStep.Kind) -> FilterPass {
    end.isLit ? litPasses[number] : passes[number]
  }

  /// Returns the program of the first pass, which draws tiles.
  func tiles(_ variant: ShaderVariant, on gl: borrowing Current) throws(GLError) -> FilterProgram {
    if let made = tilePrograms[variant] { return made }
    let pass = pass(0, variant.end)
    let text = FilterPassText(pass, of: definitions, isLit: variant.end.isLit).text
    let drawing = try TileProgram(variant, chain: text, on: gl)
    counters.addProgram()
    let program = FilterProgram(drawing, pass, of: definitions, on: gl)
    tilePrograms[variant] = program
    return program
  }

  /// Returns the program of a later pass for an end kind.
  func image(
    _ number: Int, _ end: FinalPixelStep.Kind, on gl: borrowing Current
  ) throws(GLError) -> FilterProgram {
    if let made = imagePrograms[number]?[end] { return made }
    let pass = pass(number, end)
    let text = FilterPassText(pass, of: definitions, isLit: end.isLit).text
    let drawing = try TileProgram(
      imagePass: text, end: end, isBetween: number < passes.count - 1, on: gl)
    counters.addProgram()
    let program = FilterProgram(drawing, pass, of: definitions, on: gl)
    imagePrograms[number, default: [:]][end] = program
    return program
  }

  /// Compiles the programs that the next frame needs; throws a readable error if a filter is
  /// broken.
  func prepare(_ end: FinalPixelStep.Kind, on gl: borrowing Current) throws(ChainError) {
    for number in passes.indices {
      let isBetween = number < passes.count - 1
      let end = isBetween ? FinalPixelStep.Kind(.plain, end.light, isMapped: end.isMapped) : end
      do throws(GLError) {
        if number == 0 {
          let variant = ShaderVariant(isCrisp: true, end: end, isBetween: isBetween)
          _ = try tiles(variant, on: gl)
        } else {
          _ = try image(number, end, on: gl)
        }
      } catch {
        guard let problem = ShaderLog(passes[number], of: definitions).problem(error) else {
          throw .gl(error)
        }
        throw .filter(problem)
      }
    }
  }
}

/// Why a chain's programs can't be made: an error in a filter, or in GL.
enum ChainError: Error {
  case filter(FilterError)
  case gl(GLError)
}
