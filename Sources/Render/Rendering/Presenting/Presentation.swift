import Geometry

/// A frame that was put on the screen.
public struct Presentation: Hashable, Sendable {
  /// The frame's number.
  public let frame: UInt64
  /// The surface's size when the frame was drawn; the view was fitted to it.
  public let surface: PixelSize
  /// The time in seconds of the monotonic clock.
  public let time: Double
  /// The duration of drawing and presenting in milliseconds.
  public let milliseconds: Double

  /// Creates a presentation.
  package init(frame: UInt64, surface: PixelSize, time: Double, milliseconds: Double) {
    self.frame = frame
    self.surface = surface
    self.time = time
    self.milliseconds = milliseconds
  }
}
