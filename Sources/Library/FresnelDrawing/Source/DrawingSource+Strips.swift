import Tiles

extension DrawingSource {
  /// The maximum number of pixels of a strip: 16 MiB.
  private static let mostPixels = 1 << 22

  /// Returns the waiting tiles in groups that are drawn together, most urgent first.
  ///
  /// Each tile is a group of its own unless that repeats too much work: then the tiles of a level
  /// form strips of whole rows, one for each thread.
  func strips(of waiting: [TileKey]) -> [[TileKey]] {
    guard usesStrips, waiting.count > 1 else { return waiting.map { [$0] } }
    var order: [Level] = []
    var groups: [Level: [TileKey]] = [:]
    for key in waiting {
      if groups[key.level] == nil { order.append(key.level) }
      groups[key.level, default: []].append(key)
    }
    return order.flatMap {
      TileStrips.strips(of: groups[$0] ?? [], bands: threads, mostPixels: Self.mostPixels)
    }
  }
}
