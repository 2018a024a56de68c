import Filters
import Graphics

/// The programs of a chain's passes, made when they are first drawn with.
final class CompiledChain {
  /// The filters that the programs are made of.
  let definitions: [FilterDefinition]
  /// What is drawn in which order.
  let passes: [FilterPass]
  private var tilePrograms: [ShaderVariant: FilterProgram] = [:]
  private var imagePrograms: [Int: [PixelEnd.Kind: FilterProgram]] = [:]
  private let counters: RenderCounters

  init(_ definitions: [FilterDefinition], counters: RenderCounters) {
    self.definitions = definitions
    self.counters = counters
    passes = FilterPass.passes(of: definitions)
  }

  /// The program that draws tiles.
  func tiles(_ variant: ShaderVariant, on gl: borrowing Current) throws(GLError) -> FilterProgram {
    if let made = tilePrograms[variant] { return made }
    let text = FilterPassText(passes[0], of: definitions).text
    let drawing = try TileProgram(variant, chain: text, on: gl)
    counters.addProgram()
    let program = FilterProgram(drawing, passes[0], of: definitions, on: gl)
    tilePrograms[variant] = program
    return program
  }

  /// The program of a later pass, by what becomes of its pixels.
  func image(
    _ number: Int, _ end: PixelEnd.Kind, on gl: borrowing Current
  ) throws(GLError) -> FilterProgram {
    if let made = imagePrograms[number]?[end] { return made }
    let pass = passes[number]
    let text = FilterPassText(pass, of: definitions).text
    let drawing = try TileProgram(imagePass: text, end: end, on: gl)
    counters.addProgram()
    let program = FilterProgram(drawing, pass, of: definitions, on: gl)
    imagePrograms[number, default: [:]][end] = program
    return program
  }

  /// Makes the programs that the next frame needs; throws a sentence where a filter is broken.
  func prepare(_ end: PixelEnd.Kind, on gl: borrowing Current) throws(ChainError) {
    for number in passes.indices {
      let end = number == passes.count - 1 ? end : .plain
      do throws(GLError) {
        if number == 0 {
          _ = try tiles(ShaderVariant(isCrisp: true, end: end), on: gl)
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

/// Why a chain's programs can't be made: its filters' fault, or GL's.
enum ChainError: Error {
  case filter(FilterError)
  case gl(GLError)
}
