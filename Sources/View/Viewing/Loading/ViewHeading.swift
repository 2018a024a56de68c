import Geometry
import Tiling

/// The direction of a view, and when its destination last changed.
struct ViewHeading {
  /// The settled view at the end of the motion.
  private(set) var destination: Viewport?
  /// When the destination last changed, in seconds.
  private(set) var since = 0.0
  /// The direction of the last pan over the picture, in device pixels; zero after a zoom.
  private(set) var direction = Point.zero

  /// Notes the destination of the view.
  mutating func note(_ next: Viewport, at now: Double) {
    guard next != destination else { return }
    if let last = destination, last.scale == next.scale, last.orientation == next.orientation,
      last.picture == next.picture, last.surface == next.surface
    {
      // A picture that is dragged to the right moves the view to the left.
      direction = last.origin - next.origin
    } else {
      direction = .zero
    }
    destination = next
    since = now
  }

  /// Returns the motion of a view in which tiles have been missing since `missingSince`; `nil` at
  /// rest.
  func motion(isMoving: Bool, missingSince: Double?, at now: Double) -> TilePlanner.Motion? {
    let steady = now - since
    guard isMoving || steady < TilePlanner.steadiness else { return nil }
    return TilePlanner.Motion(lag: missingSince.map { now - $0 } ?? 0, steady: steady)
  }

  /// When to plan again for a view that has just changed its destination; `nil` if it is steady.
  func steadyDeadline(after now: Double) -> Double? {
    let deadline = since + TilePlanner.steadiness
    return now < deadline ? deadline : nil
  }
}
