import Filters
import Geometry
import Graphics
import Tiles

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
