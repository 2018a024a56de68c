import Geometry

/// The description of a tiled picture, from a file such as a `.dzi` or an `info.json`.
///
/// An untrusted process has read it; `TilePlaces` decides if it can be shown.
package struct TileDescription: Hashable, Sendable {
  /// The size of the whole picture.
  package var size: PixelSize
  /// The layout of its tiles.
  package var layout: Layout
  /// The base address of its tiles, if it is stated.
  package var service: String?

  /// How tiles are cut and named.
  package enum Layout: Hashable, Sendable {
    /// Deep Zoom: halvings down to one pixel; `format` is the tiles' file name extension.
    case deepZoom(edge: Int, overlap: Int, format: String)
    /// Zoomify: halvings down to one tile; `tileCount` is the number of tiles in all levels, 0 if
    /// not stated.
    case zoomify(edge: Int, tileCount: Int)
    /// IIIF's Image API, version 2 or 3; `formats` are the server's, preferred one first.
    case iiif(version: Int, sets: [TileSet], formats: [String])
    /// The Internet Imaging Protocol: `levels` halvings, whose sizes are rounded down; tiles are
    /// requested by the number of their level and their own number in it.
    case internetImaging(tile: PixelSize, levels: Int)
  }

  /// Tiles of one size, and the integers by which the picture is reduced.
  package struct TileSet: Hashable, Sendable {
    /// The size of a full tile.
    package var size: PixelSize
    /// The reduction of each level, in picture pixels per level pixel.
    package var factors: [Int]

    /// Tiles of a size at some reductions.
    package init(size: PixelSize, factors: [Int]) {
      self.size = size
      self.factors = factors
    }
  }

  /// A description of a picture of a size.
  package init(size: PixelSize, layout: Layout, service: String? = nil) {
    self.size = size
    self.layout = layout
    self.service = service
  }

  /// The maximum number of bytes in an address.
  package static let longestService = 4096

  /// True if a text can be the base address of tiles.
  package static func isService(_ text: String) -> Bool {
    text.utf8.count <= longestService && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
      && (text.hasPrefix("http://") || text.hasPrefix("https://"))
  }

  /// The longest side of a picture or a tile.
  package static let longestSide = 1 << 24
  /// The maximum number of tiles in a picture.
  package static let mostTiles = 1 << 40
  /// The maximum number of levels: no picture has more halvings.
  package static let mostLevels = 32
  /// The maximum number of tile sets, reductions of a set, and formats.
  package static let mostEntries = 32
  /// The maximum number of characters in a format's name.
  package static let longestFormat = 8

  /// True if a text can be a tile's file name extension, which becomes part of a path.
  package static func isFormat(_ text: String) -> Bool {
    (1...longestFormat).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
      }
  }
}
