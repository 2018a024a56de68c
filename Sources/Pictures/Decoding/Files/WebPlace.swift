import DecoderProtocol
import Fetching
import TilePlaces

/// The web address of fetched content, and the `FetchPool` for files next to it.
package struct WebPlace: Sendable {
  /// The address, after redirects.
  package let address: String
  /// The origin of addresses next to it: the user for a template, otherwise the fetched content.
  package let origin: FetchOrigin
  /// The object that fetched the content.
  package let pool: FetchPool

  /// Makes the place of content that `pool` fetched from an address.
  package init(_ address: String, isPublic: Bool, pool: FetchPool) {
    self.address = address
    origin = .web(address, isPublic: isPublic)
    self.pool = pool
  }

  /// A template that the user typed.
  init(template: String, pool: FetchPool) {
    address = template
    origin = .user
    self.pool = pool
  }

  /// The endings of descriptions' addresses.
  private static let endings = [".dzi", "/info.json", "/imageproperties.xml"]

  /// The prefixes and suffixes of tile paths, likeliest first.
  ///
  /// The query of an address, which may be a token, is sent with the tiles beside it.
  func bases(of description: TileDescription) -> [TileBase] {
    let plain = address.prefix { $0 != "#" }
    if case .internetImaging = description.layout {
      return [TileBase(prefix: InternetImaging.prefix(of: String(plain)), suffix: "")]
    }
    var mark = plain.firstIndex(of: "?") ?? plain.endIndex
    // Some servers take the path in the query.
    if Self.endings.contains(where: { plain[mark...].lowercased().hasSuffix($0) }) {
      mark = plain.endIndex
    }
    let (path, query) = (plain[..<mark], String(plain[mark...]))
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.endIndex
    let beside = String(path[..<folderEnd])
    switch description.layout {
    case .deepZoom:
      let name = OpenedPicture.deepZoomFolder(Array(path[folderEnd...].utf8))
      return [
        TileBase(prefix: beside + String(decoding: name, as: UTF8.self) + "/", suffix: query)
      ]
    case .zoomify, .internetImaging: return [TileBase(prefix: beside, suffix: query)]
    case .iiif:
      let own = TileBase(prefix: beside, suffix: query)
      guard let service = description.service else { return [own] }
      let named = TileBase(prefix: service.hasSuffix("/") ? service : service + "/", suffix: "")
      return named.prefix == own.prefix ? [own] : [named, own]
    }
  }
}

/// The parts of a tile's address before and after its path.
struct TileBase: Hashable, Sendable {
  var prefix: String
  var suffix: String
}
