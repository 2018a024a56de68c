import Geometry

/// The meaning of window events, independent of the device.
///
/// Positions and distances are in device pixels of the window, velocities in device pixels per
/// second.
public enum Gesture: Hashable, Sendable {
  /// Zoom at a point by a number of wheel detents; positive zooms in.
  case zoom(detents: Double, at: Point, isContinuous: Bool)
  /// Zoom at a point by a factor; above 1 zooms in.
  case zoomStep(factor: Double, at: Point)
  /// The picture is touched: any motion stops under the finger.
  case panBegan
  /// The picture follows the pointer by a distance.
  case panMoved(by: Point)
  /// The picture is released with a velocity; zero if the pointer was at rest.
  case panEnded(velocity: Point)
  /// Pan by a fixed step, limited by the picture's edges.
  case panStep(by: Point)
  /// A key is pressed; a glide stops.
  case stop
  /// Go to the double-click target at a point, or back to fit.
  case doubleClick(at: Point)
  /// Two fingers tap the screen; the point is their midpoint.
  case twoFingerTap(at: Point)
  /// A click without a drag.
  case click(button: Int, at: Point)
  /// A finger has rested on the screen for `GesturePreferences.longPress`.
  case longPress(at: Point)
  /// A pinch about a moving point.
  ///
  /// `at` is the initial midpoint of the fingers, or the pointer that stands for it; the midpoint
  /// has since moved by the sum of all distances, including this step's. The scale is the fingers'
  /// distance relative to the initial one.
  case pinch(phase: GesturePhase, scale: Double, at: Point, movedBy: Point)
  /// A swipe through the album.
  case swipe(phase: GesturePhase, movedBy: Point, velocity: Point)
}
