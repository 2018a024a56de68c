import Filters
import TestSupport
import Testing

@Suite struct ListingTests {
  @Test func everythingIsListed() throws {
    let own = try FilterParser.parse(
      Array(colorHook.utf8), name: "own", origin: .user(path: Array("/own.frag".utf8)))
    let every = try #require(parsed(everyKind, name: "every"))
    #expect(
      FilterListing.text(FilterLibrary([own, every])) == """
        every: Every kind
            amount        -2.5 to 10 [0.5]    How much
            count         1 to 8, whole [4]   count
            smooth_edges  on, off [on]        smooth_edges
            map           viridis, magma, grey-scale [viridis]
                          map
            tint          colour [#ff800040]  tint
            table         file.cube           table

        own (yours): own

        """)
  }

  @Test func linesFitTheWidth() throws {
    let seed = freshSeed()
    var random = SeededNumbers(seed: seed)
    func words(_ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &random)).map { _ in
        String(repeating: "a", count: Int.random(in: 1...30, using: &random))
      }.joined(separator: " ")
    }
    for _ in 0..<100 {
      let options = (0..<12).map { "option\($0)" + String(repeating: "b", count: $0) }
      let long = String(repeating: "c", count: Int.random(in: 1...150, using: &random))
      let definition = FilterDefinition(
        name: long, summary: words(30),
        parameters: [
          FilterParameter(
            name: long, summary: words(20), kind: .options(options), defaultValue: .option(0)),
          FilterParameter(name: "x", summary: words(20), kind: .bool, defaultValue: .bool(true)),
        ], stages: [])
      let text = FilterListing.text(FilterLibrary([definition]))
      for line in text.split(separator: "\n") {
        #expect(line.count <= FilterListing.width, "seed \(seed)")
      }
    }
    for line in FilterListing.text(.builtIn).split(separator: "\n") {
      #expect(line.count <= FilterListing.width)
    }
  }
}
