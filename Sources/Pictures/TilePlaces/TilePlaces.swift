import Geometry
import Tiles

/// Where all the tiles of a picture are: a ladder of levels, and for each of their cells a place.
package struct TilePlaces: Hashable, Sendable {
  /// The size of the whole picture.
  package let size: PixelSize
  /// The size of a level's cells, in pixels.
  package let tile: PixelSize
  /// By how many pixels the pictures of tiles reach into their neighbours.
  package let overlap: Int
  /// The levels, the smallest first.
  let levels: [PlacedLevel]
  let naming: Naming

  /// One level of a picture.
  struct PlacedLevel: Hashable, Sendable {
    /// Its size in tiles.
    var size: PixelSize
    /// How many pixels of the picture a pixel of it stands for, each way.
    var factor: Int
    /// Its number in the names of tiles.
    var number: Int
    /// How many tiles smaller levels have together.
    var tilesBefore = 0

    /// What of it is shown of a picture of a size: no more than a view of just its scale has
    /// pixels, or its own would not be the view's.
    func shown(of picture: PixelSize) -> PixelSize {
      let view = Level(of: picture, scale: 1 / Double(factor)).size
      return PixelSize(
        width: min(size.width, view.width), height: min(size.height, view.height))
    }
  }

  /// How a tile's picture is called.
  enum Naming: Hashable, Sendable {
    case deepZoom(format: String)
    case zoomify
    case iiif(version: Int, formats: [String])
    case internetImaging
    /// Whether pictures at the right and lower edge are filled up to whole tiles.
    case template(TileTemplate, isPadded: Bool)
  }

  /// Sides that a tile may have, in pixels, without its overlap.
  package static let sides = 32...4096
  /// The longest side of a tile's picture.
  static let longestPicture = 4224
  /// The most pixels of the smallest level.
  static let mostFirstPixels = 1 << 24
  /// The largest factor from one level to the next.
  static let longestStep = 16

  /// The places of a described picture.
  package init(_ description: TileDescription) throws(TilePlacesError) {
    let size = description.size
    try Self.check(size)
    switch description.layout {
    case .deepZoom(let edge, let overlap, let format):
      try self.init(
        size, tile: Self.square(edge), overlap: overlap, naming: .deepZoom(format: format),
        levels: { Self.deepZoomLevels(of: size, edge: edge) })
    case .zoomify(let edge, let tileCount):
      try self.init(
        size, tile: Self.square(edge), naming: .zoomify,
        levels: { Self.zoomifyLevels(of: size, edge: edge, tileCount: tileCount) })
    case .iiif(let version, let sets, let formats):
      let set = try Self.chosen(of: sets)
      try self.init(
        size, tile: set.size, naming: .iiif(version: version, formats: formats),
        levels: { Self.iiifLevels(of: size, set) })
    case .internetImaging(let tile, let count):
      try self.init(
        size, tile: tile, naming: .internetImaging,
        levels: { Self.internetImagingLevels(of: size, tile: tile, count: count) })
    }
  }

  /// The places of a picture whose tiles are named by a template, its levels halvings down to one
  /// tile, which is level 0; just its own where the template names none.
  ///
  /// `isPadded` says that pictures at the right and lower edge are filled up to whole tiles.
  package init(
    _ template: TileTemplate, size: PixelSize, edge: Int, isPadded: Bool
  ) throws(TilePlacesError) {
    try Self.check(size)
    try self.init(
      size, tile: Self.square(edge), naming: .template(template, isPadded: isPadded),
      levels: {
        let levels = Self.halvings(of: size, downTo: Self.square(edge), roundsUp: true)
        return Self.numberedFromZero(template.namesLevels ? levels : Array(levels.suffix(1)))
      })
  }

  static func square(_ edge: Int) -> PixelSize { PixelSize(width: edge, height: edge) }

  private init(
    _ size: PixelSize, tile: PixelSize, overlap: Int = 0, naming: Naming,
    levels: () -> [PlacedLevel]
  ) throws(TilePlacesError) {
    guard Self.sides.contains(tile.width), Self.sides.contains(tile.height) else {
      throw .badTileSize(tile)
    }
    guard overlap < min(tile.width, tile.height),
      max(tile.width, tile.height) + 2 * overlap <= Self.longestPicture
    else { throw .badOverlap(overlap) }
    let levels = levels()
    guard let first = levels.first, let pixels = first.size.area, pixels <= Self.mostFirstPixels
    else { throw .noSmallLevels }
    for (smaller, larger) in zip(levels, levels.dropFirst()) {
      guard smaller.factor <= larger.factor * Self.longestStep else { throw .noSmallLevels }
    }
    self.size = size
    self.tile = tile
    self.overlap = overlap
    self.naming = naming
    self.levels = levels
  }

  private static func check(_ size: PixelSize) throws(TilePlacesError) {
    guard !size.isEmpty, max(size.width, size.height) <= SourceInfo.longestSide,
      let pixels = size.area, pixels <= SourceInfo.mostPixels
    else { throw .badSize }
  }

  /// The levels as a source's rungs.
  package var rungs: [SourceLevels.Rung] {
    levels.map { SourceLevels.Rung(scale: 1 / Double($0.factor), size: $0.shown(of: size)) }
  }

  /// Where the tile of a cell is; `nil` where there is no such cell.
  package func place(rung: Int, column: Int, row: Int) -> TilePlace? {
    guard levels.indices.contains(rung), column >= 0, row >= 0 else { return nil }
    let level = levels[rung]
    let shown = level.shown(of: size)
    guard column < dividedRoundingUp(shown.width, by: tile.width),
      row < dividedRoundingUp(shown.height, by: tile.height)
    else { return nil }
    let x = span(column, of: level.size.width, shown: shown.width, edge: tile.width)
    let y = span(row, of: level.size.height, shown: shown.height, edge: tile.height)
    return TilePlace(
      paths: paths(of: level, column: column, row: row),
      picture: PixelSize(width: x.picture, height: y.picture),
      part: PixelRect(
        minX: x.part.lowerBound, minY: y.part.lowerBound, maxX: x.part.upperBound,
        maxY: y.part.upperBound))
  }

  /// The length of a tile's picture along one axis, and which of it is the cell's.
  private func span(
    _ index: Int, of length: Int, shown: Int, edge: Int
  ) -> (picture: Int, part: Range<Int>) {
    let whole = min(edge, length - index * edge)
    let own = min(edge, shown - index * edge)
    if case .template(_, true) = naming { return (edge, 0..<own) }
    let before = index == 0 ? 0 : overlap
    let after = min(overlap, length - index * edge - whole)
    return (before + whole + after, before..<before + own)
  }

  private func paths(of level: PlacedLevel, column: Int, row: Int) -> [String] {
    switch naming {
    case .deepZoom(let format): ["\(level.number)/\(column)_\(row).\(format)"]
    case .zoomify: zoomifyPaths(of: level, column: column, row: row)
    case .iiif(let version, let formats):
      iiifPaths(of: level, column: column, row: row, version: version, formats: formats)
    case .internetImaging:
      // Tiles are counted row by row.
      ["JTL=\(level.number),\(row * dividedRoundingUp(level.size.width, by: tile.width) + column)"]
    case .template(let template, _):
      [
        template.path(
          level: level.number, scale: 1000 / level.factor, column: column, row: row,
          rows: dividedRoundingUp(level.size.height, by: tile.height))
      ]
    }
  }
}
