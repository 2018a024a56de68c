import Zooming

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
