import Geometry
import TestSupport
import Testing
import Tiles

@testable import DecoderKit

/// The scale at which a level of whole pixels is drawn.
@Suite struct DrawnScaleTests {
  private static let page = Extent(width: 793.7, height: 1122.52)

  private static func scale(_ extent: Extent, at scale: Double) -> DrawnScale {
    DrawnScale(of: Level(of: extent, scale: scale, largest: 1e9).size, extent)
  }

  @Test(arguments: [0.1, 0.25, 1.0 / 3, 0.5, 0.8, 1, 1.25, 1.5625, 2, 2.75, 3.3, 10, 20, 1e6])
  func aRoundScaleIsDrawnExactly(_ scale: Double) {
    for extent in [Self.page, Extent(width: 500.5, height: 2000.25)] {
      let drawn = Self.scale(extent, at: scale)
      #expect(abs(drawn.x - scale) < 1e-12 * scale && drawn.x == drawn.y, "\(extent): \(drawn)")
    }
  }

  /// A picture in a fit view must reach from edge to edge.
  @Test func anyOtherScaleFillsItsLevel() {
    let drawn = Self.scale(Self.page, at: 1280 / 793.7)
    #expect(drawn.x == 1280 / 793.7)
    #expect(drawn.y == (1122.52 * 1280 / 793.7).rounded() / 1122.52)
    let icon = DrawnScale(of: PixelSize(width: 853, height: 800), Extent(width: 16, height: 15))
    #expect(icon.x == 853.0 / 16 && icon.y == 800.0 / 15)
  }

  /// An icon of few pixels allows many scales; tenths are found anyway.
  @Test func tenthsAreFoundForIcons() {
    #expect(Self.scale(Extent(width: 16, height: 16), at: 2.6).x == 2.6)
  }

  /// Half a pixel is rounded up, and is still recognized as a half.
  @Test func halvesAreFoundDespiteRounding() {
    #expect(Self.scale(Extent(width: 47, height: 471), at: 0.5).x == 0.5)
  }

  @Test func scalesDifferByRoundingOnly() {
    var numbers = SeededNumbers()
    print(numbers.origin)
    for _ in 0..<2000 {
      let extent = Extent(
        width: .random(in: 0.01...5000, using: &numbers),
        height: .random(in: 0.01...5000, using: &numbers))
      let level = Level(
        of: extent, scale: .random(in: 0.001...100, using: &numbers), largest: 100
      ).size
      let drawn = DrawnScale(of: level, extent)
      #expect(abs(drawn.x * extent.width - Double(level.width)) <= 1, "\(extent) \(level)")
      #expect(abs(drawn.y * extent.height - Double(level.height)) <= 1, "\(extent) \(level)")
      #expect(drawn.x > 0 && drawn.y > 0)
    }
    let far = DrawnScale(of: PixelSize(width: 1 << 44, height: 1 << 43), Self.page)
    #expect(abs(far.x * Self.page.width / 0x1p44 - 1) < 1e-12)
  }
}
