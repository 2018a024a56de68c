import Geometry
import Testing
import Tiles

@testable import Tiling

/// The memory budget of tiles, in numbers that can be checked by hand.
@Suite struct MemoryBudgetTests {
  /// A surface of 4,096,000 bytes; its fit view is at most 5 × 4 tiles.
  private let budget = MemoryBudget(surface: PixelSize(width: 1280, height: 800))
  private let fit = 20 * TileShape.usual.slotBytes

  @Test func theBudgetIsSixSurfacesAndAShareOfTheRest() {
    #expect(budget.total == 6 * 4_096_000 + 8_388_608)
  }

  @Test func aViewGetsThreeSurfacesIfOthersLeaveThem() {
    #expect(budget.tiles(beside: 0) == 3 * 4_096_000)
    #expect(budget.tiles(beside: budget.total - 3 * 4_096_000) == 3 * 4_096_000)
    #expect(budget.tiles(beside: budget.total - 1_000_000) == 1_000_000)
    #expect(budget.tiles(beside: budget.total + 1) == 0)
  }

  @Test func anAdjacentPictureNeedsRoomForTwoFitViews() {
    #expect(budget.hasRoomForNeighbour(beside: budget.total - 2 * fit))
    #expect(!budget.hasRoomForNeighbour(beside: budget.total - 2 * fit + 1))
  }

  @Test func absurdSurfacesHaveABudgetToo() {
    let huge = MemoryBudget(surface: PixelSize(width: .max, height: .max))
    #expect(huge.total > 0)
    #expect(huge.mostTiles > 0)
    #expect(MemoryBudget(surface: .zero).tiles(beside: 0) == 0)
  }
}
