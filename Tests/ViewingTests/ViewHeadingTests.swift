import Geometry
import Testing
import Zooming

@testable import Viewing

@Suite struct ViewHeadingTests {
  private func view(_ scale: Double, x: Double) -> Viewport {
    Viewport(
      settledOn: PixelSize(width: 800, height: 600), picture: PixelSize(width: 6000, height: 4000),
      scale: scale, center: Point(x: x, y: 2000))
  }

  @Test func aPanHasADirectionAndAZoomHasNone() {
    var heading = ViewHeading()
    heading.note(view(0.5, x: 2000), at: 1)
    #expect(heading.direction == .zero && heading.since == 1)
    heading.note(view(0.5, x: 2100), at: 2)
    #expect(heading.direction == Point(x: 50, y: 0) && heading.since == 2)
    heading.note(view(0.5, x: 2100), at: 3)
    #expect(heading.direction == Point(x: 50, y: 0) && heading.since == 2)
    heading.note(view(0.6, x: 2100), at: 4)
    #expect(heading.direction == .zero && heading.since == 4)
  }
}
