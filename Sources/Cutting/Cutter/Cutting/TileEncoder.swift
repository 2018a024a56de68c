import CutPlan
import Geometry

/// Makes the bytes of one tile out of its rows.
///
/// One thread at a time.
protocol TileEncoder: AnyObject {
  /// Adds a row: pixels of four bytes, red, green, blue and alpha, not multiplied by it.
  func add(row: UnsafePointer<UInt8>) throws(EncodingError)

  /// Lends the finished bytes; no row can be added any more.
  func finish<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(EncodingError) -> Result

  /// Whether finishing is most of the work, so that it is better left to another thread.
  var finishesSlowly: Bool { get }
  /// Bytes that it holds, about.
  var heldBytes: Int { get }
}

/// Why a tile could not be encoded: its library says no more, or has no memory.
package struct EncodingError: Error, Hashable, Sendable {
  /// Whether memory was lacking.
  package var isForMemory: Bool
}

/// Makes encoders of tiles.
struct EncoderFactory: Sendable {
  let format: CutFormat
  let quality: Int
  let hasAlpha: Bool

  /// An encoder for a tile of a size.
  func encoder(_ size: PixelSize) throws(EncodingError) -> any TileEncoder {
    switch format {
    case .jpg: try JPEGTile(size, quality: quality)
    case .png: try PNGTile(size, hasAlpha: hasAlpha)
    case .webp: try WebPTile(size, quality: quality, hasAlpha: hasAlpha)
    }
  }
}
