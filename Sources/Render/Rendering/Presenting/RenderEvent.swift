import Filters
import Geometry
import Graphics
import Tiles

/// What the render thread reports, in the order in which it happened.
package enum RenderEvent: Sendable {
  /// It can draw; frames are shown from here on.
  case started(description: String, maximumTextureSize: Int)
  /// GL cannot be used, and why; a software presenter takes over where one was configured.
  case unavailable(String)
  /// A tile's pixels are copied, its slot is free, and frames can show it.
  ///
  /// `after` is the number of the last `retain` that was obeyed before: a later one may drop it.
  case resident(Tile, after: UInt64)
  /// A tile was not used, and its slot is free: its picture was dropped, a better one was there, or
  /// its textures were lost.
  case discarded(Tile)
  /// A frame is on the screen.
  case presented(Presentation)
  /// The filters of a frame cannot be drawn, and why; the last ones that could be stay in use.
  case filtersRefused(FilterError, frame: UInt64)
  /// All textures are gone, the overlays' too, and drawing can go on: provide everything again.
  ///
  /// The screen keeps what it shows until the next frame; a frame shown before its tiles are back
  /// would be blank.
  case contextLost(String)
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

/// What the render thread is asked for.
enum RenderMessage: Sendable {
  case show(Frame)
  case uploaded(UploadedTile)
  case uploadFailed(Tile, GLError, generation: Int)
  case retain(Set<TileKey>, of: SourceID, number: UInt64)
  case drop(SourceID)
  case overlay(UInt64, OverlayBitmap?)
  case capture(@Sendable (CapturedPixels?) -> Void)
  case stop
}

/// The pixels of the last frame: premultiplied RGBA, rows without padding, top row first.
package struct CapturedPixels: Hashable, Sendable {
  /// Their size.
  package let size: PixelSize
  /// Their bytes.
  package let bytes: [UInt8]
}
