import Geometry

/// Groups the tiles of one level so that they are drawn together and cut apart.
///
/// A renderer goes through all of its content for each piece, so few large pieces are faster than
/// many small ones.
package enum TileStrips {
  /// The longest side of a piece in pixels; cairo's surfaces are limited to 32 767.
  package static let longestSide = 1 << 14

  /// Groups the tiles of one level into bands of whole tile rows, from the top.
  ///
  /// There are `bands` bands, more if one would exceed `mostPixels`, and none is lower than a tile.
  /// A band whose tiles don't form a rectangle, or too large a one, is split into runs of
  /// neighbours.
  package static func strips(
    of keys: [TileKey], bands: Int, mostPixels: Int
  ) -> [[TileKey]] {
    let rows = Dictionary(grouping: keys, by: \.row)
    let order = rows.keys.sorted()
    let pixels = keys.reduce(0) { $0 + ($1.area.size.area ?? 0) }
    let count = min(max(bands, (pixels + mostPixels - 1) / mostPixels), order.count)
    return (0..<count).flatMap { band in
      let part = order[band * order.count / count..<(band + 1) * order.count / count]
      let sorted = part.map { (rows[$0] ?? []).sorted { $0.column < $1.column } }
      return runs(of: sorted, mostPixels: 2 * mostPixels)
    }
  }

  /// A band's rows as one group if they are nearly a rectangle, otherwise runs of neighbours.
  private static func runs(of rows: [[TileKey]], mostPixels: Int) -> [[TileKey]] {
    let all = rows.flatMap { $0 }
    let box = all.reduce(PixelRect(.zero)) { $0.union($1.area) }
    let pixels = all.reduce(0) { $0 + ($1.area.size.area ?? 0) }
    if let area = box.size.area, area <= pixels + pixels / 4, area <= mostPixels,
      max(box.width, box.height) <= longestSide
    {
      return [all]
    }
    return rows.flatMap { row in
      var runs: [[TileKey]] = []
      var run = PixelRect(.zero)
      for key in row {
        let longer = run.union(key.area)
        if let last = runs.last?.last, last.column + 1 == key.column, longer.width <= longestSide,
          longer.size.area.map({ $0 <= mostPixels }) == true
        {
          runs[runs.count - 1].append(key)
          run = longer
        } else {
          runs.append([key])
          run = key.area
        }
      }
      return runs
    }
  }
}
