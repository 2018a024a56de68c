import Gestures

/// Paging through the album by touch.
extension AlbumPictures {
  /// Handles a gesture that pages through the album; `nil` if it concerns the picture.
  mutating func take(_ gesture: Gesture, at now: Double) -> [PictureEffect]? {
    switch gesture {
    case .swipe(let phase, let way, let velocity):
      var effects: [PictureEffect] = []
      if phase == .began || !transition.isUnderWay { effects += receive(.transitionHeld, at: now) }
      effects += receive(.transitionMoved(by: way.x), at: now)
      switch phase {
      case .began, .changed: break
      case .ended: effects += receive(.transitionReleased(velocity: velocity.x), at: now)
      case .cancelled: effects += receive(.transitionCancelled, at: now)
      }
      return effects
    case .panBegan:
      // When a file could not be shown, there is no picture to pan.
      guard transition.isUnderWay || pictures.shown == nil && panning.hasNeighbours else {
        return nil
      }
      return receive(.transitionHeld, at: now)
    case .panMoved(let way):
      return transition.isHeld ? receive(.transitionMoved(by: way.x), at: now) : nil
    case .panEnded(let velocity):
      return transition.isHeld ? receive(.transitionReleased(velocity: velocity.x), at: now) : nil
    default: return nil
    }
  }
}
