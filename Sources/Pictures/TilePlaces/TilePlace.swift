import Geometry

/// The location of a tile's picture, and the part of it that is the tile.
package struct TilePlace: Hashable, Sendable {
  /// The possible paths, relative to the description or to the tiles' folder, starting with the one
  /// that the layout prescribes.
  package var paths: [String]
  /// The size of the picture.
  package var picture: PixelSize
  /// The picture's pixels that are the tile; the others are overlap or padding.
  package var part: PixelRect

  /// A place with the given values.
  package init(paths: [String], picture: PixelSize, part: PixelRect) {
    self.paths = paths
    self.picture = picture
    self.part = part
  }
}

/// Why a well-described picture can't be shown.
package enum TilePlacesError: Error, Hashable, Sendable {
  /// It has no pixels, or too many.
  case badSize
  /// Its tiles are too large or too small.
  case badTileSize(PixelSize)
  /// The overlap exceeds the tile size.
  case badOverlap(Int)
  /// It has no tiles.
  case noTiles
  /// Its smallest level is too large to be shown as a whole.
  case noSmallLevels
  /// A template has an unknown placeholder.
  case badTemplate(String)
  /// The size of a template's picture is not stated.
  case noTemplateSize

  /// The error as a clause.
  package var sentence: String {
    switch self {
    case .badSize: "its description gives an impossible size"
    case .badTileSize(let size):
      "its tiles of \(size.width) × \(size.height) pixels can't be shown: they must have "
        + "\(TilePlaces.sides.lowerBound) to \(TilePlaces.sides.upperBound) pixels per side"
    case .badOverlap(let overlap): "its tiles overlap by \(overlap) pixels, which is too much"
    case .noTiles: "its description names no tiles"
    case .noSmallLevels: "its description has no level that is small enough to start with"
    case .noTemplateSize:
      "the picture's size is missing after the tile template, as in #3000x2000"
    case .badTemplate(let part): "the tile template contains {\(part)}, which is unknown"
    }
  }
}
