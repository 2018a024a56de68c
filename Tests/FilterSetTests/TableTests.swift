import Filters
import Glibc
import Testing

@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct TableTests {
  /// A table computed from a formula.
  private func table(
    edge: Int, domain: CubeTable.Domain = .init(),
    _ formula: (SIMD3<Double>) -> SIMD3<Double>
  ) -> CubeTable {
    var values: [Float] = []
    for blue in 0..<edge {
      for green in 0..<edge {
        for red in 0..<edge {
          let place = SIMD3(Double(red), Double(green), Double(blue)) / Double(edge - 1)
          let low = SIMD3<Double>(domain.low.map(Double.init))
          let high = SIMD3<Double>(domain.high.map(Double.init))
          let color = formula(low + (high - low) * place)
          values += [Float(color.x), Float(color.y), Float(color.z)]
        }
      }
    }
    return CubeTable(edge: edge, domain: domain, values: values)
  }

  @Test(arguments: [2, 5, 17])
  func anIdentityTableChangesNothing(edge: Int) throws {
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw("lut(file=\"x.cube\")", table: table(edge: edge) { $0 })
    #expect(drawn.largestDifference(bench.picture.bytes) <= 1)
  }

  @Test func anAmountOfZeroChangesNothing() throws {
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw(
      "lut(file=\"x.cube\", amount=0)", table: table(edge: 3) { _ in SIMD3(0.1, 0.9, 0.4) })
    #expect(drawn.largestDifference(bench.picture.bytes) == 0)
  }

  @Test(arguments: [0.35, 1])
  func theTableIsInterpolatedBetweenItsPoints(amount: Double) throws {
    // Products of channels, which interpolation between 2 × 2 × 2 points reproduces exactly.
    func formula(_ c: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(1 - c.x * c.y, c.z * (1 - c.y), 0.2 + 0.6 * c.x * c.y * c.z)
    }
    try expectChart("lut(file=\"x.cube\", amount=\(amount))", table: table(edge: 2, formula)) {
      c, _, _ in c.encoded { $0 * (1 - amount) + formula($0) * amount }
    }
  }

  @Test func redIsTheFastestAxisAndColoursAreEncoded() throws {
    let swapped = table(edge: 4) { SIMD3($0.z, $0.x, $0.y) }
    try expectChart("lut(file=\"x.cube\")", table: swapped) { c, _, _ in
      SIMD4(c.z, c.x, c.y, c.w)
    }
  }

  @Test func theTablesDomainApplies() throws {
    let domain = CubeTable.Domain(low: [0.25, 0, 0], high: [0.75, 1, 2])
    let narrow = table(edge: 5, domain: domain) { $0 }
    try expectChart("lut(file=\"x.cube\")", table: narrow) { c, _, _ in
      c.encoded { SIMD3(min(0.75, max(0.25, $0.x)), $0.y, $0.z) }
    }
  }

  @Test func everyTableHasItsOwnTextureUntilItsFilterIsRemoved() throws {
    func lut(_ table: CubeTable) throws -> [FilterLink] {
      try FilterChain.reading("lut(file=\"x.cube\")", table: table).links
    }
    let turned = try lut(table(edge: 4) { SIMD3($0.z, $0.x, $0.y) })
    let negative = try lut(table(edge: 7) { 1 - $0 })
    let bench = try FilterBench(.chart())
    _ = try bench.draw(FilterChain())
    let before = bench.statistics.textureBytes
    func tables() -> Int { bench.statistics.textureBytes - before }

    // Three half floats per point; a table that is named twice is stored once.
    var drawn = try bench.draw(FilterChain(turned + negative + turned))
    let difference = bench.difference(of: drawn) { c, _, _ in
      SIMD4(1 - c.y, 1 - c.z, 1 - c.x, c.w)
    }
    #expect(difference.largest <= 1, "\(difference)")
    #expect(tables() == (4 * 4 * 4 + 7 * 7 * 7) * 6)

    drawn = try bench.draw(FilterChain(negative))
    #expect(bench.difference(of: drawn) { c, _, _ in c.eachChannel { 1 - $0 } }.largest <= 1)
    #expect(tables() == 7 * 7 * 7 * 6)

    var off = negative
    off[0].isOn = false
    drawn = try bench.draw(FilterChain(off))
    #expect(drawn.largestDifference(bench.picture.bytes) == 0)
    #expect(tables() == 0)
  }
}
