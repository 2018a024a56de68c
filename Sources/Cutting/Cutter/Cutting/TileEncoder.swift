import CutPlan
import Geometry

/// Encodes one tile from its rows.
///
/// Use it on one thread at a time.
protocol TileEncoder: AnyObject {
  /// Adds a row of RGBA pixels with straight alpha.
  func add(row: UnsafePointer<UInt8>) throws(EncodingError)

  /// Passes the encoded bytes to `body`; no rows can be added after that.
  func finish<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(EncodingError) -> Result

  /// True if finishing is most of the work, so that another thread should do it.
  var finishesSlowly: Bool { get }
  /// The approximate memory in bytes.
  var heldBytes: Int { get }
}

/// The reason why a tile could not be encoded; the library gives no details.
package struct EncodingError: Error, Hashable, Sendable {
  /// True if memory ran out.
  package var isForMemory: Bool
}

/// Creates tile encoders.
struct EncoderFactory: Sendable {
  let format: CutFormat
  let quality: Int
  let hasAlpha: Bool

  func encoder(_ size: PixelSize) throws(EncodingError) -> any TileEncoder {
    switch format {
    case .jpg: try JPEGTile(size, quality: quality)
    case .png: try PNGTile(size, hasAlpha: hasAlpha)
    case .webp: try WebPTile(size, quality: quality, hasAlpha: hasAlpha)
    }
  }
}
