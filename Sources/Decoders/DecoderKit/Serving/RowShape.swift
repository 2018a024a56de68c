import DecoderProtocol
import Geometry
import Resampling

/// The picture's size and pixel layout, which a pass's buffers depend on.
///
/// A file may be rewritten while it is open. A codec that reads the header again, for another pass,
/// on another thread or in a second library handle, builds a shape from that reading and compares
/// it with the first before it uses any memory. Reading the file once more just to compare would
/// prove nothing: it may change in between.
package struct RowShape: Hashable, Sendable {
  /// The size in the library's handle.
  package var size: PixelSize
  /// Whatever else strides, planes and tables depend on, in the codec's own order.
  package var details: [Int]

  /// The shape of a header that was just read.
  package init(size: PixelSize, details: [Int] = []) {
    self.size = size
    self.details = details
  }

  /// Throws `CodecError.changed` if a later reading of the header differs.
  package func check(_ again: RowShape) throws(CodecError) {
    guard self == again else { throw .changed }
  }
}

extension CodecError {
  /// The error for a file that was rewritten between two readings.
  package static var changed: CodecError {
    CodecError(.unreadable, "the file changed while it was read")
  }
}

extension PictureHeader {
  /// Throws `CodecError.changed` if a second codec of the same file has a different header: buffers
  /// sized for the first would not fit.
  func check(_ again: PictureHeader) throws(CodecError) {
    guard size == again.size, format == again.format, orientation == again.orientation,
      hasAlpha == again.hasAlpha, isLight == again.isLight, frameCount == again.frameCount,
      timing == again.timing, reductions == again.reductions, previews == again.previews
    else { throw .changed }
  }
}
