import Filters
import Testing

extension FilterChain {
  /// Parses a chain of built-in filters.
  ///
  /// `table` stands for the content of every file that it names.
  static func reading(_ text: String, table: CubeTable? = nil) throws -> FilterChain {
    func read(_: [UInt8]) throws(FilterError) -> CubeTable {
      guard let table else { throw FilterError("the test gives no table") }
      return table
    }
    let chain = try FilterLibrary.builtIn.chain(parsing: text, files: read, profiles: read)
    // An inactive filter would make every comparison with the picture itself succeed.
    try #require(!chain.isIdentity || text.isEmpty, "\(text) does nothing")
    return chain
  }
}

extension FilterBench {
  /// Draws the whole picture through a chain in text form.
  func draw(_ chain: String, table: CubeTable? = nil) throws -> FilteredPixels {
    try draw(try .reading(chain, table: table))
  }
}

/// Draws the colour chart through a chain, and expects the formula's result everywhere within
/// 1/255.
///
/// The formula maps straight encoded colours. `step` is for formulas with jumps: see
/// `FilterBench.difference`; at most 1 % of the pixels may need it.
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
