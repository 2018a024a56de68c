import Filters
import Geometry

/// What whoever draws a view tells of it.
public enum RendererEvent: Hashable, Sendable {
  /// A frame is on the screen.
  case presented(Presentation)
  /// Frames come from the renderer's own thread from now on.
  case tookOver
  /// Filters can't be drawn, and why: everything else goes on, painted by the processor.
  case unfiltered(String)
  /// The filters of a frame can't be drawn, and why; the last ones that could be stay in use.
  case filtersRefused(FilterError, frame: UInt64)
  /// All textures are gone, those of overlays too, and drawing can go on: provide everything again.
  ///
  /// The screen keeps what it shows until the next frame; one that is shown before its tiles are
  /// back would be blank. The sentence says why.
  case lost(String)
  /// Nothing will ever be drawn, and why.
  case failed(String)
}

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
