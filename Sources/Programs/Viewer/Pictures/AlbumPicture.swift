import Tiles
import Viewing
import Zooming

/// An open picture of the album, as far as the choice of what to show depends on it.
struct AlbumPicture: Hashable, Sendable {
  /// The identifier of its source.
  let id: SourceID
  /// The picture's entry in the album.
  var entry: AlbumEntry
  /// The page of the file, from 0.
  let page: Int
  /// The page to show if the new version of a file still has it, from 0.
  var formerPage: Int?
  /// Its role.
  var role: SourceRole
  /// True if it replaces itself with a new version of its file.
  var isReload = false
  /// Why part of it is missing; reported when the picture is shown.
  var missing: String?
}

/// Decides on pans at a picture's edge for the album.
///
/// Sideways pans that begin at the edge, or on a picture that fits, page through the album. A pan
/// that begins elsewhere always moves the picture, so that a fast one never turns the page by
/// accident.
struct AlbumPanning: PanningDelegate {
  /// True if the album has other pictures.
  let hasNeighbours: Bool

  func allowsPan(_ request: PanRequest) -> Bool {
    !(hasNeighbours && request.direction.isSideways && request.beganAtEdge)
  }
}
