import Geometry
import ViewGeometry
import Zooming

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
}
