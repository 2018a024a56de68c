import Geometry
import Tiling

/// Where a view goes, and since when.
struct ViewHeading {
  /// The settled view where the motion ends.
  private(set) var destination: Viewport?
  /// When that last changed.
  private(set) var since = 0.0
  /// Which way the last pan went over the picture, in device pixels; zero after a zoom.
  private(set) var direction = Point.zero

  /// Takes note of where the view goes now.
  mutating func note(_ next: Viewport, at now: Double) {
    guard next != destination else { return }
    if let last = destination, last.scale == next.scale, last.orientation == next.orientation,
      last.picture == next.picture, last.surface == next.surface
    {
      // The picture is pulled to the right, and the view goes left.
      direction = last.origin - next.origin
    } else {
      direction = .zero
    }
    destination = next
    since = now
  }

  /// How a view moves that has lacked tiles since a moment; `nil` at rest.
  func motion(isMoving: Bool, lacksSince: Double?, at now: Double) -> TilePlanner.Motion? {
    let steady = now - since
    guard isMoving || steady < TilePlanner.steadiness else { return nil }
    return TilePlanner.Motion(lag: lacksSince.map { now - $0 } ?? 0, steady: steady)
  }

  /// When a view that seemed to change its mind is to be looked at again, though nothing arrives.
  func steadyDeadline(after now: Double) -> Double? {
    let deadline = since + TilePlanner.steadiness
    return now < deadline ? deadline : nil
  }
}
