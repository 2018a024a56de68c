import Geometry

/// Why a well-described picture can't be shown.
package enum TilePlacesError: Error, Hashable, Sendable {
  /// The picture has no pixels, or too many.
  case badSize
  /// The tiles are too large or too small.
  case badTileSize(PixelSize)
  /// The overlap exceeds the tile size.
  case badOverlap(Int)
  /// The picture has no tiles.
  case noTiles
  /// The smallest level is too large to be shown as a whole.
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
