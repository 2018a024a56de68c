import Geometry
import Tiles

extension DrawingSource {
  /// The tiles that wait, in the pieces in which they are drawn, most wanted first.
  func strips(of waiting: [TileKey]) -> [[TileKey]] {
    waiting.map { [$0] }
  }
}
