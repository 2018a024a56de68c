import Geometry

/// An address that names the tiles of a map or a picture by a template.
///
/// Behind `#` may stand the size of the picture, `#3000x2000`; without one it is a map of the
/// world, a square of 256 × 2ⁿ pixels. `{s}` becomes one of `a`, `b` and `c`.
package struct WebTemplate: Hashable, Sendable {
  /// The template, without what follows `#`.
  package let text: String
  /// The size of the picture.
  package let size: PixelSize

  /// Names in braces by which an address is told to be a template.
  private static let names = ["{z}", "{x}", "{y}", "{-y}", "{level}", "{column}", "{row}"]
  /// The edge of a tile, in pixels.
  private static let edge = 256
  /// The map of the world, as far as a picture can be large.
  private static let world = PixelSize(width: 1 << 22, height: 1 << 22)

  /// An address as somebody gives it; `nil` where it is no template.
  package init?(_ address: String) {
    guard Self.names.contains(where: { address.contains($0) }) else { return nil }
    guard let hash = address.lastIndex(of: "#") else {
      text = address
      size = Self.world
      return
    }
    let sides = address[address.index(after: hash)...].split(separator: "x")
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]) else {
      return nil
    }
    text = String(address[..<hash])
    size = PixelSize(width: width, height: height)
  }

  /// Where the tiles are, as whole addresses.
  package var places: TilePlaces {
    get throws(TilePlacesError) {
      // Cutters for maps fill tiles at the edges up.
      try TilePlaces(
        TileTemplate(text), size: size, edge: Self.edge, isPadded: true)
    }
  }
}
