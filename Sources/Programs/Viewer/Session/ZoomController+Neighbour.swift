import Zooming

extension ZoomController {
  /// Returns where a sideways step goes if the whole width is visible; `nil` if it pans.
  func neighbour(beyond direction: PanDirection) -> Album.Destination? {
    guard fitsHorizontally else { return nil }
    switch direction {
    case .left: return .previous
    case .right: return .next
    case .up, .down: return nil
    }
  }
}
