import DecoderProtocol
import Decoding
import Geometry
import Graphics

/// What the render thread is asked for.
enum RenderMessage: Sendable {
  case show(Frame)
  case uploaded(UploadedTile)
  case uploadFailed(DecodedTile, GLError, generation: Int)
  case retain(Set<TileKey>, of: PictureID, number: UInt64)
  case drop(PictureID)
  case overlay(UInt64, OverlayBitmap?)
  case capture(@Sendable (CapturedPixels?) -> Void)
  case stop
}

/// The pixels of the last frame: premultiplied RGBA, rows without padding, top row first.
public struct CapturedPixels: Hashable, Sendable {
  /// Their size.
  public let size: PixelSize
  /// Their bytes.
  public let bytes: [UInt8]
}
