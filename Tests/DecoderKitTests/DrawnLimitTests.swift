import DecoderKit
import Geometry
import Testing

/// How large a library can draw, and what is reported if levels go beyond that.
@Suite struct DrawnLimitTests {
  private let extent = Extent(width: 100, height: 1024)

  @Test func aClampingLibraryHasNoLimit() {
    let limit = DrawnLimit(library: "librsvg 2.54.7", isClamped: true)
    #expect(limit.sentence == nil)
    #expect(limit.largestScale(of: extent) > 0x1p33)
  }

  @Test func aLibraryThatDropsDistantShapesLimitsTheZoomSilently() {
    let limit = DrawnLimit(library: "librsvg 2.59.1", isClamped: true, dropsFarShapes: true)
    #expect(limit.largestScale(of: extent) == 8192)
    #expect(limit.sentence == nil)
  }

  @Test func aLibraryThatDoesNotClampPathsLimitsTheZoomWithASentence() {
    let limit = DrawnLimit(library: "poppler 22.12", isClamped: false)
    #expect(limit.largestScale(of: extent) == 8192)
    #expect(limit.sentence?.contains("can't be zoomed beyond") == true)
  }
}
