import Geometry
import Platform

/// Tiles of a map or a picture that a template names, as an address or as a path.
///
/// Behind `#` may stand the size of the picture, `#3000x2000`, and behind `@` the edge of its
/// tiles, `#3000x2000@512`, which is 256 otherwise. Without a size it is a map of the world, a
/// square of 256 × 2ⁿ pixels.
package struct NamedTiles: Hashable, Sendable {
  /// The template, without what follows `#`.
  package let text: String
  /// The size of the picture; `nil` where nothing says it, or nothing that can be read.
  private let size: PixelSize?
  private let edge: Int

  /// Names in braces by which a template is told.
  private static let names = [
    "{z}", "{x}", "{y}", "{-y}", "{level}", "{scale}", "{column}", "{row}",
  ]
  /// The names of those who cut a picture rather than a map: its last tiles are not filled up.
  private static let cutNames = ["{scale}", "{column}", "{row}"]
  private static let usualEdge = 256
  /// The map of the world, as far as a picture can be large.
  private static let world = PixelSize(width: 1 << 22, height: 1 << 22)

  /// Whether it is a picture of a size, not a map of which some levels may be missing.
  package var isPicture: Bool { size != Self.world }

  /// A text as somebody gives it; `nil` where it is no template.
  package init?(_ given: String) {
    guard Self.names.contains(where: { given.containsBytes(of: $0) }) else { return nil }
    let parts = given.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    text = String(parts[0])
    guard parts.count == 2 else {
      // Without levels there is one picture of which nothing is known.
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

  /// Where the tiles are, by paths as the template has them.
  package var places: TilePlaces {
    get throws(TilePlacesError) { try places(of: text) }
  }

  /// The last folder of a path that all tiles lie below, with its slash, empty for the working
  /// directory; and where they are below it.
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
