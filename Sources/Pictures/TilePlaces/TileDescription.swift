import Geometry

/// What a description says of a picture that lies in tiles of its own: a `.dzi`, an `info.json`.
///
/// It is what a process that nobody believes has read; only `TilePlaces` says whether it can be
/// shown.
package struct TileDescription: Hashable, Sendable {
  /// The size of the whole picture.
  package var size: PixelSize
  /// How its tiles are cut and named.
  package var layout: Layout
  /// The address below which its tiles are, where it names one.
  package var service: String?

  /// How tiles are cut and named.
  package enum Layout: Hashable, Sendable {
    /// Deep Zoom: halvings down to one pixel; `format` is the ending of the tiles' names.
    case deepZoom(edge: Int, overlap: Int, format: String)
    /// Zoomify: halvings down to one tile; `tileCount` counts the tiles of all levels, 0 where
    /// the description does not.
    case zoomify(edge: Int, tileCount: Int)
    /// IIIF's Image API in version 2 or 3; `formats` are those that the server names, the first
    /// one preferred.
    case iiif(version: Int, sets: [TileSet], formats: [String])
    /// The Internet Imaging Protocol: so many halvings, whose sizes are rounded down; tiles are
    /// asked for by the number of their level and their own in it.
    case internetImaging(tile: PixelSize, levels: Int)
  }

  /// Tiles of one size, and by which whole numbers the picture is divided for them.
  package struct TileSet: Hashable, Sendable {
    /// The size of a full tile.
    package var size: PixelSize
    /// How many pixels of the picture a pixel of a level stands for, each way.
    package var factors: [Int]

    /// Tiles of a size at some scale factors.
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

  /// The most bytes of an address.
  package static let longestService = 4096

  /// Whether a text can be the address of tiles: it becomes a part of others.
  package static func isService(_ text: String) -> Bool {
    text.utf8.count <= longestService && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
      && (text.hasPrefix("http://") || text.hasPrefix("https://"))
  }

  /// The longest side of a picture, and of a tile, that is spoken of.
  package static let longestSide = 1 << 24
  /// The most tiles of a picture.
  package static let mostTiles = 1 << 40
  /// The most levels that are counted: a picture has no more halvings.
  package static let mostLevels = 32
  /// The most sets of tiles, factors of one, and formats.
  package static let mostEntries = 32
  /// The most characters of a format's name.
  package static let longestFormat = 8

  /// Whether a text can be the ending of a tile's name: it becomes a part of a path.
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
