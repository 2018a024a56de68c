import Geometry
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
    return order.flatMap { bands(of: groups[$0] ?? []) }
  }

  /// Tiles of one level in bands of rows.
  private func bands(of keys: [TileKey]) -> [[TileKey]] {
    let rows = Dictionary(grouping: keys, by: \.row)
    let order = rows.keys.sorted()
    let pixels = keys.reduce(0) { $0 + ($1.area.size.area ?? 0) }
    let count = min(max(threads, (pixels + Self.mostPixels - 1) / Self.mostPixels), order.count)
    return (0..<count).flatMap { band in
      let part = order[band * order.count / count..<(band + 1) * order.count / count]
      return runs(of: part.map { (rows[$0] ?? []).sorted { $0.column < $1.column } })
    }
  }

  /// The rows of a band at once, where they are one rectangle or nearly so; else runs of
  /// neighbours.
  private func runs(of rows: [[TileKey]]) -> [[TileKey]] {
    let all = rows.flatMap { $0 }
    let box = all.reduce(PixelRect(.zero)) { $0.union($1.area) }
    let pixels = all.reduce(0) { $0 + ($1.area.size.area ?? 0) }
    if let area = box.size.area, area <= pixels + pixels / 4, area <= 2 * Self.mostPixels {
      return [all]
    }
    return rows.flatMap { row in
      var runs: [[TileKey]] = []
      for key in row {
        if let last = runs.last?.last, last.column + 1 == key.column {
          runs[runs.count - 1].append(key)
        } else {
          runs.append([key])
        }
      }
      return runs
    }
  }
}
