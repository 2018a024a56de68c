import Tiles
import Zooming

/// A picture of the album that is open, as far as choosing what to show is concerned.
struct AlbumPicture: Hashable, Sendable {
  /// Its source.
  let id: SourceID
  /// Its place in the album.
  let entry: AlbumEntry
  /// Which of the file's pages it is, from 0.
  let page: Int
  /// What it is there for.
  var role: PictureRole
  /// What the header says; `nil` until the source has read it.
  var info: SourceInfo?
  /// Whether every pixel of its first view can be drawn.
  var isCovered = false
  /// True where it takes the place of itself, from another version of its file.
  var isReload = false
  /// Why some of it is missing; told when it comes to the screen.
  var missing: String?
  /// Why it can't be shown, or not any further.
  var failure: String?

  /// Which page of how many; `nil` where there is only one, or where frames follow in time.
  var pageNumber: PageNumber? {
    guard let info, info.frameCount > 1, !info.isTimed else { return nil }
    let name = info.pageNames.indices.contains(page) ? info.pageNames[page] : ""
    return PageNumber(number: page + 1, count: info.frameCount, name: name)
  }
}

/// The album as the one that pans are offered to at a picture's edge.
///
/// Sideways pans that begin at the edge, or on a picture that fits, go through the album. One that
/// begins elsewhere stays the picture's: a quick pan never turns the page by accident.
struct AlbumPanning: PanningDelegate {
  /// Whether there is more than the one picture.
  let hasNeighbours: Bool

  func allowsPan(_ question: PanQuestion) -> Bool {
    !(hasNeighbours && question.direction.isSideways && question.beganAtEdge)
  }
}
