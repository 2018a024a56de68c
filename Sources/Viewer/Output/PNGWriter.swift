import CPNG
import Geometry

/// libpng's writer, given back when its owner goes away.
struct PNGWriter: ~Copyable {
  /// The writer, lent.
  let pointer: OpaquePointer

  /// Quick rather than small: the writing must not take longer than the decoding.
  private static let compressionLevel: Int32 = 3

  /// A writer of RGBA pixels to an open file; `nil` without memory.
  init?(descriptor: Int32, size: PixelSize) {
    guard
      let pointer = fresnel_png_writer_create(
        descriptor, UInt32(clamping: size.width), UInt32(clamping: size.height), 4,
        Self.compressionLevel)
    else { return nil }
    self.pointer = pointer
  }

  deinit { fresnel_png_writer_destroy(pointer) }
}
