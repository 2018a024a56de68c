import Geometry
import Testing

@testable import Viewing

/// Frames that were shown on a surface of another size than the view's.
@Suite struct SurfaceCheckTests {
  private let small = PixelSize(width: 400, height: 300)
  private let large = PixelSize(width: 1280, height: 781)

  @Test func aFrameOfTheRightSizeIsFinal() {
    var check = SurfaceCheck()
    let isStale = check.isStale(shown: small, wanted: small)
    #expect(!isStale)
  }

  @Test func aFrameOfAnotherSizeIsDrawnAgainEachTime() {
    var check = SurfaceCheck()
    let answers = [large, small, large].map { check.isStale(shown: $0, wanted: small) }
    #expect(answers == [true, false, true])
  }

  @Test func aSurfaceThatNeverGetsTheSizeStopsTheRetries() {
    var check = SurfaceCheck()
    let attempts = (0..<100).filter { _ in check.isStale(shown: large, wanted: small) }
    #expect(attempts.count == SurfaceCheck.mostAttempts)
    let isStale = check.isStale(shown: small, wanted: large)
    #expect(isStale, "another size has its own attempts")
  }
}
