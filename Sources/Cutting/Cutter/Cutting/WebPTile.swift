import CWebP
import Geometry

/// A lossy WebP that is compressed once it has all its rows.
final class WebPTile: TileEncoder {
  private var rows: BufferedRows
  private let quality: Int

  init(_ size: PixelSize, quality: Int, hasAlpha: Bool) throws(EncodingError) {
    rows = try BufferedRows(size, hasAlpha: hasAlpha)
    self.quality = quality
  }

  func add(row: UnsafePointer<UInt8>) throws(EncodingError) { rows.add(row) }

  func finish<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(EncodingError) -> Result {
    var bytes: UnsafeMutablePointer<UInt8>?
    let (width, height) = (Int32(rows.size.width), Int32(rows.size.height))
    let encode = rows.channels == 4 ? WebPEncodeRGBA : WebPEncodeRGB
    let count = encode(rows.base, width, height, Int32(rows.stride), Float(quality), &bytes)
    defer { WebPFree(bytes) }
    guard count > 0, let bytes else { throw EncodingError(isForMemory: true) }
    return body(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  var finishesSlowly: Bool { true }
  var heldBytes: Int { rows.byteCount }
}
