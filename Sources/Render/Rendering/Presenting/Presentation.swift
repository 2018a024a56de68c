import Geometry

/// A frame that was put on the screen.
public struct Presentation: Hashable, Sendable {
  /// The frame's number.
  public let frame: UInt64
  /// The surface's own size when it was drawn; the view was fitted to it.
  public let surface: PixelSize
  /// When, in seconds of the monotonic clock.
  public let time: Double
  /// How long drawing and presenting took.
  public let milliseconds: Double

  /// A frame that was put on the screen.
  package init(frame: UInt64, surface: PixelSize, time: Double, milliseconds: Double) {
    self.frame = frame
    self.surface = surface
    self.time = time
    self.milliseconds = milliseconds
  }
}
