import Filters
import Testing

/// The soft-proof filter, with synthetic tables instead of a medium's.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct ProofFilterTests {
  /// Four tables of 3 × 3 × 3 points; colours with red above 0.5 are out of gamut.
  private static let table: CubeTable = {
    var values: [Float] = []
    for layer in 0..<4 {
      for index in 0..<27 {
        let color = SIMD3(Float(index % 3), Float(index / 3 % 3), Float(index / 9)) / 2
        let shown = formula(layer, SIMD3<Double>(color))
        values += [Float(shown.x), Float(shown.y), Float(shown.z), color.x * 2]
      }
    }
    return CubeTable(edge: 3, values: values, channels: 4, layers: 4)
  }()

  private static func formula(_ layer: Int, _ color: SIMD3<Double>) -> SIMD3<Double> {
    switch layer {
    case 0: SIMD3(color.y, color.z, color.x)
    case 1: 1 - color
    case 2: color * 0.5
    default: 0.25 + color * 0.75
    }
  }

  @Test(arguments: [
    ("", 1), (", perceptual", 0), (", relative", 1), (", saturation", 2), (", absolute", 3),
  ])
  func everyIntentHasItsOwnTable(intent: String, layer: Int) throws {
    try expectChart("proof(\"x.icc\"\(intent))", table: Self.table) { color, _, _ in
      let shown = Self.formula(layer, SIMD3(color.x, color.y, color.z))
      return SIMD4(shown.x, shown.y, shown.z, color.w)
    }
  }

  /// A table whose points hold their own positions shows where colours are looked up.
  @Test func theTableIsDenserInTheDark() throws {
    var values: [Float] = []
    for index in 0..<4 * 125 {
      values += [Float(index % 5) / 4, Float(index / 5 % 5) / 4, Float(index / 25 % 5) / 4, 0]
    }
    let table = CubeTable(
      edge: 5, points: .floats(values), channels: 4, layers: 4, crowding: 1.3)
    try expectChart("proof(\"x.icc\")", table: table) { color, _, _ in
      let code = SIMD3(color.x, color.y, color.z)
      let rest = (1 - code) * (1 - code)
      let place = code * (1 + 1.3 * rest * rest)
      return SIMD4(place.x, place.y, place.z, color.w)
    }
  }

  @Test func coloursOutsideTheGamutAreMarked() throws {
    let chain = "proof(\"x.icc\", gamut=#0000ff80)"
    try expectChart(chain, table: Self.table, step: 0.01) { color, _, _ in
      var shown = Self.formula(1, SIMD3(color.x, color.y, color.z))
      let share = 128.0 / 255
      if color.x >= 0.5 { shown = shown * (1 - share) + SIMD3(0, 0, 1) * share }
      return SIMD4(shown.x, shown.y, shown.z, color.w)
    }
  }
}
