import Filters
import Testing

extension FilterChain {
  /// A chain of the program's own filters, as people write it.
  ///
  /// `table` is what every file that it names has in it.
  static func reading(_ text: String, table: CubeTable? = nil) throws -> FilterChain {
    func read(_: [UInt8]) throws(FilterError) -> CubeTable {
      guard let table else { throw FilterError("the test gives no table") }
      return table
    }
    let chain = try FilterLibrary.builtIn.chain(parsing: text, files: read, profiles: read)
    // A filter that is not active would make every comparison with the picture itself succeed.
    try #require(!chain.isIdentity || text.isEmpty, "\(text) does nothing")
    return chain
  }
}

extension FilterBench {
  /// The whole picture through a chain, as people write it.
  func draw(_ chain: String, table: CubeTable? = nil) throws -> FilteredPixels {
    try draw(try .reading(chain, table: table))
  }
}

/// Draws the chart of colours through a chain, and expects the formula everywhere within 1/255.
///
/// The formula takes and gives straight encoded colours. `step` is for formulas with jumps: see
/// `FilterBench.difference`; at most one pixel in a hundred may be such a one.
func expectChart(
  _ chain: String, table: CubeTable? = nil, step: Double = 0,
  sourceLocation: SourceLocation = #_sourceLocation,
  is formula: (_ color: SIMD4<Double>, _ x: Int, _ y: Int) -> SIMD4<Double>
) throws {
  let bench = try FilterBench(.chart())
  let drawn = try bench.draw(chain, table: table)
  let difference = bench.difference(of: drawn, step: step, from: formula)
  #expect(difference.largest <= 1, "\(chain): \(difference)", sourceLocation: sourceLocation)
  #expect(
    difference.pixelsOnSteps * 100 <= bench.picture.pixels.count,
    "\(chain): \(difference.pixelsOnSteps) pixels on steps", sourceLocation: sourceLocation)
}
