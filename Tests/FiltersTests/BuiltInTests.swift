import Filters
import Testing

@Suite struct BuiltInTests {
  @Test func everyBuiltInFileIsAFilter() {
    #expect(FilterLibrary.builtInProblems.map(\.description) == [])
    let exposure = FilterLibrary.builtIn.filter(named: "exposure")
    #expect(exposure?.parameters.map(\.kind) == [.float(minimum: -5, maximum: 5)])
    #expect(exposure?.light == .linear)
  }
}
