import Zooming

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
