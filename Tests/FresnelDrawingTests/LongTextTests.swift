import FresnelDrawing
import Geometry
import Testing

@Suite struct LongTextTests {
  /// cairo omits glyphs that lie far outside the surface whose font they are taken from.
  @Test func aLongTextHasAllItsGlyphs() {
    let run = TextRun(String(repeating: "wide ", count: 40) + "end", size: 10, at: .zero)
    #expect(run.width > 500)
    #expect(abs(run.bounds.maxX - run.width) < 5)
  }
}
