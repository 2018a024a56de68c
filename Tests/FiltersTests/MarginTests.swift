import Filters
import Testing

@Suite struct MarginTests {
  @Test func aMarginGrowsWithZoomAndParameterUpToItsLimit() {
    let margin = FilterMargin(factor: 3, parameter: 0)
    #expect(margin.devicePixels(values: [.float(2)], zoom: 1) == 7)
    #expect(margin.devicePixels(values: [.float(2)], zoom: 0.01) == 2)
    #expect(margin.devicePixels(values: [.float(2000)], zoom: 1) == 257)
  }
}
