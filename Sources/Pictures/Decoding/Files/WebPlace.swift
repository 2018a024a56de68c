import DecoderProtocol
import Fetching
import TilePlaces

/// Where on the web something came from, and who fetches what lies beside it.
package struct WebPlace: Sendable {
  /// Its address, after redirects.
  package let address: String
  /// Who names what lies beside it: the user, whose template it is, or what was fetched.
  package let origin: FetchOrigin
  /// Who fetched it.
  package let desk: FetchDesk

  /// Where something was fetched from.
  package init(_ address: String, isPublic: Bool, desk: FetchDesk) {
    self.address = address
    origin = .web(address, isPublic: isPublic)
    self.desk = desk
  }

  /// A template that the user typed.
  init(template: String, desk: FetchDesk) {
    address = template
    origin = .user
    self.desk = desk
  }

  /// What addresses of descriptions end with.
  private static let endings = [".dzi", "/info.json", "/imageproperties.xml"]

  /// What stands before and behind the paths of tiles, the likeliest first.
  ///
  /// What an address asks for behind `?`, a token perhaps, goes along with the tiles beside it.
  func bases(of description: TileDescription) -> [TileBase] {
    let plain = address.prefix { $0 != "#" }
    if case .internetImaging = description.layout {
      return [TileBase(prefix: InternetImaging.prefix(of: String(plain)), suffix: "")]
    }
    var mark = plain.firstIndex(of: "?") ?? plain.endIndex
    // Some servers are told behind the question mark what is wanted of them.
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

/// What stands before and behind the path of a tile in its address.
struct TileBase: Hashable, Sendable {
  var prefix: String
  var suffix: String
}
