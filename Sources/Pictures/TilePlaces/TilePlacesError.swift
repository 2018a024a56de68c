import Geometry

/// Why a picture that is well described can't be shown.
package enum TilePlacesError: Error, Hashable, Sendable {
  /// It has no pixels, or more than can be.
  case badSize
  /// A tile's picture is too large or too small.
  case badTileSize(PixelSize)
  /// Tiles overlap by more than they are large.
  case badOverlap(Int)
  /// It names no tiles.
  case noTiles
  /// Its smallest level is too large to be looked at as a whole.
  case noSmallLevels
  /// A template names what there is not.
  case badTemplate(String)
  /// Nothing says how large the picture is whose tiles a template names.
  case noTemplateSize

  /// What is wrong, in half a sentence.
  package var sentence: String {
    switch self {
    case .badSize: "the picture is described with a size that no picture can have"
    case .badTileSize(let size):
      "its tiles of \(size.width) × \(size.height) pixels can't be shown: they must have "
        + "\(TilePlaces.sides.lowerBound) to \(TilePlaces.sides.upperBound) pixels a side"
    case .badOverlap(let overlap): "its tiles overlap by \(overlap) pixels, which is too much"
    case .noTiles: "its description names no tiles"
    case .noSmallLevels: "its description names no levels that are small enough to begin with"
    case .noTemplateSize:
      "the picture's size is missing behind the template of its tiles, as in #3000x2000"
    case .badTemplate(let part): "the template of its tiles names {\(part)}, which there is not"
    }
  }
}
