import Tiles

extension DrawingSource {
  /// The most pixels of one strip: 16 MiB of them.
  private static let mostPixels = 1 << 22

  /// The tiles that wait, in the pieces in which they are drawn, most wanted first.
  ///
  /// Each by itself, unless that repeats too much: then those of a level as strips of whole rows,
  /// one for each thread.
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
