import Geometry
import Platform

/// Tiles of a map or a picture from a template, which is an address or a path.
///
/// The picture's size may follow `#`, as in `#3000x2000`, and the tile edge `@`, as in
/// `#3000x2000@512`; the default edge is 256. Without a size it is a map of the world, a square of
/// 256 × 2ⁿ pixels.
package struct NamedTiles: Hashable, Sendable {
  /// The template, without the part from `#` on.
  package let text: String
  /// The size of the picture; `nil` if it is missing or invalid.
  private let size: PixelSize?
  private let edge: Int

  /// The placeholders that identify a template.
  private static let names = [
    "{z}", "{x}", "{y}", "{-y}", "{level}", "{scale}", "{column}", "{row}",
  ]
  /// The placeholders of cut pictures, as opposed to maps: their edge tiles are not padded.
  private static let cutNames = ["{scale}", "{column}", "{row}"]
  private static let usualEdge = 256
  /// The map of the world, as large as a picture can be.
  private static let world = PixelSize(width: 1 << 22, height: 1 << 22)

  /// True for a picture of a known size, false for a map, which may lack some levels.
  package var isPicture: Bool { size != Self.world }

  /// Parses a text; `nil` if it isn't a template.
  package init?(_ given: String) {
    guard Self.names.contains(where: { given.containsBytes(of: $0) }) else { return nil }
    let parts = given.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    text = String(parts[0])
    guard parts.count == 2 else {
      // Without levels it is one picture of unknown size.
      size = text.containsBytes(of: "{z}") || text.containsBytes(of: "{level}") ? Self.world : nil
      edge = Self.usualEdge
      return
    }
    let words = parts[1].split(separator: "@", omittingEmptySubsequences: false)
    let sides = words[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    let edge = words.count == 2 ? Int(words[1]) : words.count == 1 ? Self.usualEdge : nil
    if edge != nil, sides.count == 2, let width = sides[0], let height = sides[1] {
      size = PixelSize(width: width, height: height)
    } else {
      size = nil
    }
    self.edge = edge ?? Self.usualEdge
  }

  /// The places of the tiles, with the template's own paths.
  package var places: TilePlaces {
    get throws(TilePlacesError) { try places(of: text) }
  }

  /// The last folder in the path that contains all tiles, with a trailing slash, empty for the
  /// working directory; and the places of the tiles below it.
  package var placesInFolder: (folder: String, places: TilePlaces) {
    get throws(TilePlacesError) {
      let brace = text.firstIndex(of: "{") ?? text.endIndex
      let start = text[..<brace].lastIndex(of: "/").map { text.index(after: $0) }
      let begin = start ?? text.startIndex
      return (String(text[..<begin]), try places(of: String(text[begin...])))
    }
  }

  private func places(of text: String) throws(TilePlacesError) -> TilePlaces {
    guard let size else { throw .noTemplateSize }
    return try TilePlaces(
      TileTemplate(text), size: size, edge: edge,
      isPadded: !Self.cutNames.contains { text.containsBytes(of: $0) })
  }
}
