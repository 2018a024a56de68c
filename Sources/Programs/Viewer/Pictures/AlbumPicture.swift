import Tiles
import Zooming

/// An open picture of the album, as far as the choice of what to show depends on it.
struct AlbumPicture: Hashable, Sendable {
  /// The identifier of its source.
  let id: SourceID
  /// The picture's entry in the album.
  let entry: AlbumEntry
  /// The page of the file, from 0.
  let page: Int
  /// Its role.
  var role: PictureRole
  /// What its source says about it; `nil` until the header is read.
  var info: SourceInfo?
  /// True if every pixel of its first view can be drawn.
  var isCovered = false
  /// True if it replaces itself with a new version of its file.
  var isReload = false
  /// Why part of it is missing; reported when the picture is shown.
  var missing: String?
  /// Why it can't be shown, or not completely.
  var failure: String?

  /// The number of the page; `nil` for a single page or an animation.
  var pageNumber: PageNumber? {
    guard let info, info.frameCount > 1, !info.isTimed else { return nil }
    let name = info.pageNames.indices.contains(page) ? info.pageNames[page] : ""
    return PageNumber(number: page + 1, count: info.frameCount, name: name)
  }
}

/// Decides on pans at a picture's edge for the album.
///
/// Sideways pans that begin at the edge, or on a picture that fits, page through the album. A pan
/// that begins elsewhere always moves the picture, so that a fast one never turns the page by
/// accident.
struct AlbumPanning: PanningDelegate {
  /// True if the album has other pictures.
  let hasNeighbours: Bool

  func allowsPan(_ question: PanQuestion) -> Bool {
    !(hasNeighbours && question.direction.isSideways && question.beganAtEdge)
  }
}
