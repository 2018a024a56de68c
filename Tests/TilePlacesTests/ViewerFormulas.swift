import Geometry

/// The formulas of OpenSeadragon 4.1's tile sources (openseadragon.github.io, BSD licence): facts
/// of the layouts, rewritten here, with which every client must agree.
///
/// They use floating point and count per level as the original does, unlike this project's integer
/// arithmetic.
enum ViewerFormulas {
  struct Tile: Hashable {
    var path: String
    var size: PixelSize
  }

  struct LevelOfTiles: Hashable {
    var size: PixelSize
    var tiles: [[Tile]]
  }

  /// TileSource.getLevelScale and getNumTiles.
  private static func level(
    _ size: PixelSize, edge: Int, high: Int? = nil, scale: Double,
    tile: (Int, Int, PixelSize) -> Tile
  ) -> LevelOfTiles {
    let width = Int((Double(size.width) * scale).rounded(.up))
    let height = Int((Double(size.height) * scale).rounded(.up))
    let own = PixelSize(width: width, height: height)
    let columns = Int((Double(width) / Double(edge)).rounded(.up))
    let rows = Int((Double(height) / Double(high ?? edge)).rounded(.up))
    return LevelOfTiles(
      size: own, tiles: (0..<rows).map { row in (0..<columns).map { tile($0, row, own) } })
  }

  /// DziTileSource: getTileUrl, and TileSource.getTileBounds with its overlap.
  static func deepZoom(_ size: PixelSize, edge: Int, overlap: Int) -> [Int: LevelOfTiles] {
    let longest = Double(max(size.width, size.height))
    var most = 0
    while Double(1 << most) < longest { most += 1 }
    var levels: [Int: LevelOfTiles] = [:]
    for number in 0...most {
      let scale = 1 / Double(1 << (most - number))
      levels[number] = level(size, edge: edge, scale: scale) { column, row, own in
        func length(_ index: Int, of all: Int) -> Int {
          let start = index == 0 ? 0 : edge * index - overlap
          return min(edge + (index == 0 ? 1 : 2) * overlap, all - start)
        }
        return Tile(
          path: "\(number)/\(column)_\(row).png",
          size: PixelSize(width: length(column, of: own.width), height: length(row, of: own.height))
        )
      }
    }
    return levels
  }

  /// ZoomifyTileSource: level sizes are rounded down, tiles counted from the smallest level on.
  static func zoomify(_ size: PixelSize, edge: Int) -> [LevelOfTiles] {
    var sizes: [PixelSize] = []
    var current = size
    while current.width > edge || current.height > edge {
      sizes.append(current)
      current = PixelSize(width: current.width / 2, height: current.height / 2)
    }
    sizes.append(current)
    sizes.reverse()
    var before = 0
    return sizes.enumerated().map { number, own in
      let columns = Int((Double(own.width) / Double(edge)).rounded(.up))
      let rows = Int((Double(own.height) / Double(edge)).rounded(.up))
      defer { before += columns * rows }
      return LevelOfTiles(
        size: own,
        tiles: (0..<rows).map { row in
          (0..<columns).map { column in
            let group = (before + columns * row + column) / 256
            return Tile(
              path: "TileGroup\(group)/\(number)-\(column)-\(row).jpg",
              size: PixelSize(
                width: min(edge, own.width - column * edge),
                height: min(edge, own.height - row * edge)))
          }
        })
    }
  }

  /// IIIFTileSource.getTileUrl.
  static func iiif(
    _ size: PixelSize, edge: Int, high: Int, factor: Int, version: Int
  ) -> LevelOfTiles {
    level(size, edge: edge, high: high, scale: 1 / Double(factor)) { column, row, own in
      let (step, down) = (edge * factor, high * factor)
      var region: String
      var target: PixelSize
      if own.width < edge && own.height < high {
        region = "full"
        target = own
      } else {
        let (x, y) = (column * step, row * down)
        let part = PixelSize(
          width: min(step, size.width - x), height: min(down, size.height - y))
        region = "\(x),\(y),\(part.width),\(part.height)"
        if column == 0, row == 0, part == size { region = "full" }
        target = PixelSize(
          width: min(edge, own.width - column * edge),
          height: min(high, own.height - row * high))
      }
      let wanted: String
      if version == 2 {
        wanted = target.width == size.width ? "full" : "\(target.width),"
      } else {
        wanted = target == size ? "max" : "\(target.width),\(target.height)"
      }
      return Tile(path: "\(region)/\(wanted)/0/default.jpg", size: target)
    }
  }
}
