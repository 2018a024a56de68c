import Filters
import Geometry
import Graphics
import Tiles

enum RenderMessage: Sendable {
  case show(Frame)
  case uploaded(UploadedTile)
  case uploadFailed(Tile, GLError, generation: Int)
  case retain(Set<TileKey>, of: SourceID, number: UInt64)
  case drop(SourceID)
  case overlay(UInt64, OverlayBitmap?)
  case capture(@Sendable (CapturedPixels?) -> Void)
  case stop

  /// True if frames that were sent before may show something that is gone afterwards.
  var removesContent: Bool {
    switch self {
    case .retain, .drop, .overlay: true
    case .show, .uploaded, .uploadFailed, .capture, .stop: false
    }
  }
}

/// The pixels of the last frame: premultiplied RGBA, rows without padding, top row first.
package struct CapturedPixels: Hashable, Sendable {
  /// The size in pixels.
  package let size: PixelSize
  /// The pixels.
  package let bytes: [UInt8]
}
