import Geometry

/// The tiles of a Deep Zoom that OpenSeadragon requests, by its own formulas: those of the finest
/// level whose pixels are at least half as large as the screen's (`minPixelRatio`), and coarser
/// ones until these have arrived.
struct BrowserTiles {
  let size: PixelSize
  let surface: PixelSize

  private static let edge = 254.0
  private static let leastRatio = 0.5

  private func count(_ area: Rect, scale: Double) -> Set<[Int]> {
    func cells(_ low: Double, _ high: Double, _ length: Int) -> ClosedRange<Int> {
      let all = (Double(length) * scale).rounded(.up)
      let last = Int(((all / Self.edge).rounded(.up) - 1))
      let first = min(max(0, Int((low * scale / Self.edge).rounded(.down))), last)
      return first...min(max(first, Int((high * scale / Self.edge).rounded(.down))), last)
    }
    var tiles: Set<[Int]> = []
    for row in cells(area.minY, area.maxY, size.height) {
      for column in cells(area.minX, area.maxX, size.width) { tiles.insert([column, row]) }
    }
    return tiles
  }

  /// Returns the tiles of an area of the picture at a view scale, for each level.
  private func tiles(_ area: Rect, viewScale: Double) -> [Double: Set<[Int]>] {
    var found: [Double: Set<[Int]>] = [:]
    var scale = 1.0
    while Double(max(size.width, size.height)) * scale > Self.edge / 2 {
      if viewScale / scale >= Self.leastRatio { found[scale] = count(area, scale: scale) }
      scale /= 2
    }
    return found
  }

  private func sums(_ found: [Double: Set<[Int]>]) -> (sharp: Int, all: Int) {
    let sharp = found.max { $0.key < $1.key }?.value.count ?? 0
    return (sharp, found.values.reduce(0) { $0 + $1.count })
  }

  /// The number of tiles for the whole picture in the window.
  var whole: (sharp: Int, all: Int) {
    let scale = min(
      Double(surface.width) / Double(size.width), Double(surface.height) / Double(size.height))
    let area = Rect(minX: 0, minY: 0, maxX: Double(size.width), maxY: Double(size.height))
    return sums(tiles(area, viewScale: scale))
  }

  /// Returns the number of tiles for a view at 100 % around a point, except those of another view.
  func tiles(at point: Point, besides other: Point? = nil) -> (sharp: Int, all: Int) {
    func area(_ point: Point) -> Rect {
      let (width, height) = (Double(surface.width) / 2, Double(surface.height) / 2)
      return Rect(
        minX: point.x - width, minY: point.y - height, maxX: point.x + width,
        maxY: point.y + height)
    }
    var found = tiles(area(point), viewScale: 1)
    if let other {
      for (scale, seen) in tiles(area(other), viewScale: 1) { found[scale]?.subtract(seen) }
    }
    return sums(found)
  }
}
