import Geometry
import Testing

@testable import Text

@Suite struct ProgressBarTests {
  private func reds(_ bitmap: TextBitmap, row: Int = 0) -> [UInt8] {
    (0..<bitmap.size.width).map { bitmap.pixels[(row * bitmap.size.width + $0) * 4] }
  }

  @Test func theBarIsThreeScaledPixelsTall() {
    #expect(
      ProgressBar.bitmap(width: 100, fraction: 0.5, scale: 1).size
        == PixelSize(width: 100, height: 3))
    #expect(ProgressBar.height(scale: 2) == 6)
    #expect(ProgressBar.height(scale: .nan) == 3)
  }

  @Test func theBarIsLightUpToItsFraction() {
    let bar = ProgressBar.bitmap(width: 10, fraction: 0.45, scale: 1)
    for row in 0..<3 {
      let reds = reds(bar, row: row)
      #expect(reds[0..<4].allSatisfy { $0 == 235 })
      // The fifth pixel is half done: (8 + 235) / 2, rounded.
      #expect(reds[4] == 122)
      #expect(reds[5...].allSatisfy { $0 == 8 })
    }
  }

  @Test func invalidFractionsAreClamped() {
    #expect(reds(ProgressBar.bitmap(width: 4, fraction: 7, scale: 1)) == [235, 235, 235, 235])
    #expect(reds(ProgressBar.bitmap(width: 4, fraction: -1, scale: 1)) == [8, 8, 8, 8])
    #expect(reds(ProgressBar.bitmap(width: 4, fraction: .nan, scale: 1)) == [8, 8, 8, 8])
    #expect(ProgressBar.bitmap(width: 0, fraction: 0.5, scale: 1).size.width == 1)
  }

  @Test func theBarIsPremultiplied() {
    let bar = ProgressBar.bitmap(width: 7, fraction: 0.3, scale: 1)
    for start in stride(from: 0, to: bar.pixels.count, by: 4) {
      #expect(bar.pixels[start] <= bar.pixels[start + 3])
    }
  }
}
