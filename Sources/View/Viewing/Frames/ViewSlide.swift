import Geometry
import Tiles

/// Two sources side by side, on the way from one to the other.
///
/// Like every motion it is a function of the time that is passed in.
package protocol ViewSlide {
  /// How far from its own place what is shown stands, in device pixels; rightwards is positive.
  func offset(at now: Double) -> Double
  /// What is seen beside it, and where on the same surface.
  func beside(at now: Double) -> (source: SourceID, viewport: Viewport)?
  /// Whether a frame drawn later would differ although nothing happens in between.
  func isMoving(at now: Double) -> Bool
}
