import Tiles

@testable import Viewer

/// The transition at one moment, as the view draws it.
extension AlbumPictures {
  struct Seen: Hashable {
    let id: SourceID
    let offset: Double
    let isLeaving: Bool
  }

  func beside(at now: Double) -> Seen? {
    guard let (page, offset) = transition.motion?.beside(at: now), let beside = beside(page) else {
      return nil
    }
    return Seen(id: beside.id, offset: offset.rounded(), isLeaving: beside.isLeaving)
  }
}

extension PictureTransition {
  func offset(at now: Double) -> Double { motion?.offset(at: now).rounded() ?? 0 }
  func isMoving(at now: Double) -> Bool { motion?.isMoving(at: now) == true }
}
