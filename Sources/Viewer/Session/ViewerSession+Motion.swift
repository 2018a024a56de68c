import Geometry
import Tiling
import ViewGeometry
import Zooming

/// How the view moves, as far as tiles are concerned.
extension ViewerSession {
  /// Takes note of where the view goes.
  func noteDestination(_ destination: Viewport, at now: Double) {
    heading.note(destination, at: now)
  }

  /// How the view moves; `nil` at rest.
  func motion(of picture: OpenPicture, at now: Double) -> TilePlanner.Motion? {
    let steady = now - heading.since
    guard zoom?.isMoving(at: now) == true || steady < TilePlanner.steadiness else { return nil }
    return TilePlanner.Motion(lag: picture.lacksSince.map { now - $0 } ?? 0, steady: steady)
  }

  /// When a view that seemed to change its mind has to be looked at again, though nothing arrives.
  func stopgapDeadline(after now: Double) -> Double? {
    let deadline = heading.since + TilePlanner.steadiness
    guard let current, !current.plan.ahead.isEmpty, now < deadline else { return nil }
    return deadline
  }
}
