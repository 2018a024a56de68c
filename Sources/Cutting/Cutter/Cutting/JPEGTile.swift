import CJPEG
import Geometry

/// A JPEG that is compressed as its rows arrive, with only a few of them in memory.
///
/// Below quality 90 chroma is subsampled 2 × 2, as in most programs.
final class JPEGTile: TileEncoder {
  private let writer: OpaquePointer
  private let size: PixelSize
  // Rows are collected until there are as many as libjpeg takes at once.
  private var lines: UnsafeMutablePointer<UInt8>
  private var waiting = 0

  private static let batch = 16

  init(_ size: PixelSize, quality: Int) throws(EncodingError) {
    guard let writer = fresnel_jpeg_writer_create_in_memory() else {
      throw EncodingError(isForMemory: true)
    }
    self.writer = writer
    self.size = size
    lines = .allocate(capacity: Self.batch * size.width * 4)
    var options = fresnel_jpeg_options()
    options.width = UInt32(size.width)
    options.height = UInt32(size.height)
    options.color = FRESNEL_JPEG_YCBCR_OF_RGBX
    options.quality = Int32(quality)
    options.horizontal = quality < 90 ? 2 : 1
    options.vertical = quality < 90 ? 2 : 1
    try check(fresnel_jpeg_writer_start(writer, &options))
  }

  deinit {
    lines.deallocate()
    fresnel_jpeg_writer_destroy(writer)
  }

  func add(row: UnsafePointer<UInt8>) throws(EncodingError) {
    (lines + waiting * size.width * 4).update(from: row, count: size.width * 4)
    waiting += 1
    if waiting == Self.batch { try flush() }
  }

  private func flush() throws(EncodingError) {
    guard waiting > 0 else { return }
    try check(fresnel_jpeg_writer_write_rows(writer, lines, size.width * 4, UInt32(waiting)))
    waiting = 0
  }

  func finish<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(EncodingError) -> Result {
    try flush()
    try check(fresnel_jpeg_writer_finish(writer))
    var count = 0
    let bytes = fresnel_jpeg_writer_bytes(writer, &count)
    return body(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  private func check(_ status: fresnel_jpeg_status) throws(EncodingError) {
    guard status != FRESNEL_JPEG_OK else { return }
    throw EncodingError(isForMemory: status == FRESNEL_JPEG_NO_MEMORY)
  }

  var finishesSlowly: Bool { false }
  var heldBytes: Int { 0 }
}
