import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct DenoiseTests {
  @Test(arguments: Scene.allCases, [(1.5, 0.1), (3, 0.4), (0.6, 0.03)])
  func nearbySimilarColoursAreAveraged(scene: Scene, values: (Double, Double)) throws {
    let (radius, range) = values
    let apart = max(1, scene.zoom)
    let reach = 2 * radius * scene.zoom
    let last = Int(reach / apart)
    try expectScene(scene, "denoise(\(radius), \(range))") { view, x, y in
      let color = view.straight(x, y)
      guard color.w > 0 else { return .zero }
      var sum = SIMD3<Double>.zero
      var weights = 0.0
      for row in -last...last {
        for column in -last...last {
          let (right, down) = (Double(column) * apart, Double(row) * apart)
          let distance = hypot(right, down) / (radius * scene.zoom)
          guard hypot(right, down) <= reach + 1e-9 else { continue }
          let other = view[Double(x) + 0.5 + right, Double(y) + 0.5 + down].divided
          let difference = other.rgb - color.rgb
          let unlike = (difference * difference).sum() / (range * range)
          let weight = other.w * exp(-distance * distance / 2) * exp(-unlike / 2)
          sum += weight * other.rgb
          weights += weight
        }
      }
      return SIMD4(sum / weights, color.w)
    }
  }

  @Test func grainIsReducedAndEdgesStay() throws {
    var random = SeededNumbers(seed: 4)
    let grain = (0..<80 * 60).map { _ in UInt8.random(in: 0...20, using: &random) }
    let picture = TestPicture(80, 60) { x, y in
      let value = (x < 40 ? 40 : 190) + grain[y * 80 + x]
      return [value, value, value, 255]
    }
    let drawn = try FilterBench(picture).draw("denoise(2, 0.15)")
    func spread(_ value: (Int, Int) -> UInt8, _ columns: Range<Int>) -> Double {
      let all = (0..<60).flatMap { y in columns.map { Double(value($0, y)) } }
      let mean = all.reduce(0, +) / Double(all.count)
      return all.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(all.count)
    }
    for columns in [0..<40, 40..<80] {
      let before = spread({ picture.premultiplied($0, $1).x }, columns)
      let after = spread({ drawn.premultiplied($0, $1).x }, columns)
      #expect(after < before / 6, "seed 4: \(before) to \(after)")
    }
    #expect(drawn.premultiplied(39, 30).x < 70 && drawn.premultiplied(40, 30).x > 180)
  }
}
