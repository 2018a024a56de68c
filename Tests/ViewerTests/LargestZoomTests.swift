import Geometry
import Testing
import Zooming

@testable import Viewer

/// What is said of a zoom that is more than the picture allows.
@Suite struct LargestZoomTests {
  private let surface = PixelSize(width: 400, height: 300)

  private func picture(
    _ width: Double, range: ClosedRange<Double>? = nil, unit: Double = 1
  ) -> ZoomController {
    ZoomController(
      surface: surface, picture: Extent(width: width, height: width), scaleRange: range, unit: unit)
  }

  @Test func aLargerScaleIsNamedWithTheLargest() {
    let pixels = picture(1000)
    for scale in [64.001, 65, 1e8, 1e15] {
      #expect(
        pixels.sentence(forZoomTo: scale) == "6400 % is this picture's largest zoom", "\(scale)")
    }
    for scale in [64, 64 * (1 + 1e-12), 1, 1e-9] {
      #expect(pixels.sentence(forZoomTo: scale) == nil, "\(scale)")
    }
  }

  @Test func theLargestDependsOnThePicture() {
    // A picture of two pixels may fill the window.
    #expect(picture(2).sentence(forZoomTo: 150) == nil)
    #expect(picture(2).sentence(forZoomTo: 151) == "15000 % is this picture's largest zoom")
    let drawing = picture(100, range: 0.1...175_921_860_444)
    #expect(drawing.sentence(forZoomTo: 1e11) == nil)
    #expect(
      drawing.sentence(forZoomTo: 1e12) == "17592186044400 % is this picture's largest zoom")
  }

  @Test func aContentScaleIsAHundredPercent() {
    let dense = picture(1000, unit: 2)
    #expect(dense.sentence(forZoomTo: 64) == nil)
    #expect(dense.sentence(forZoomTo: 65) == "6400 % is this picture's largest zoom")
  }

  @Test func theZoomOfTheCommandLineIsTheLargestThen() {
    var controller = picture(1000)
    controller.begin(with: .scale(1e8), center: nil)
    #expect(controller.destination.scale == controller.maximumScale)
    #expect(controller.maximumScale == 64)
  }
}
