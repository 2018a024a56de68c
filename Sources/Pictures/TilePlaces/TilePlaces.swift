import Geometry
import Tiles

/// The places of all tiles of a picture: a ladder of levels, and a place for each of their tiles.
package struct TilePlaces: Hashable, Sendable {
  /// The size of the whole picture.
  package let size: PixelSize
  /// The size of a level's tiles, in pixels.
  package let tile: PixelSize
  /// The overlap of the tiles' pictures in pixels.
  package let overlap: Int
  /// The levels, smallest first.
  let levels: [PlacedLevel]
  let naming: Naming

  /// One level of a picture.
  struct PlacedLevel: Hashable, Sendable {
    /// The level's size in pixels.
    var size: PixelSize
    /// The reduction, in picture pixels per level pixel.
    var factor: Int
    /// The level's number in the names of tiles.
    var number: Int
    /// The number of tiles in all smaller levels.
    var tilesBefore = 0

    /// The visible size for a picture of a size: at most the pixels of a view at exactly its scale,
    /// so that the level can match the view.
    func shown(of picture: PixelSize) -> PixelSize {
      let view = Level(of: picture, scale: 1 / Double(factor)).size
      return PixelSize(
        width: min(size.width, view.width), height: min(size.height, view.height))
    }
  }

  /// How tiles' pictures are named.
  enum Naming: Hashable, Sendable {
    case deepZoom(format: String)
    case zoomify
    case iiif(version: Int, formats: [String])
    case internetImaging
    /// A template; `isPadded` is true if edge tiles are padded to full size.
    case template(TileTemplate, isPadded: Bool)
  }

  /// The allowed sides of a tile without overlap, in pixels.
  package static let sides = 32...4096
  /// The longest side of a tile's picture.
  static let longestPicture = 4224
  /// The maximum number of pixels in the smallest level.
  static let mostFirstPixels = 1 << 24
  /// The largest factor between two levels.
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

  /// The places of a picture with templated tiles: its levels are halvings down to one tile, which
  /// is level 0; just the picture itself if the template has no level.
  ///
  /// `isPadded` is true if edge tiles are padded to full size.
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

  /// The place of a tile; `nil` if there is no such tile.
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

  /// The length of a tile's picture along one axis, and the tile's part of it.
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
      // Tiles are numbered row by row.
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
