import DecoderProtocol
import Geometry
import Resampling

/// The picture's size and pixel layout, which a pass's buffers depend on.
///
/// A file may be rewritten while it is open. A codec that reads the header again, for another pass,
/// on another thread or in a second library handle, compares that reading's shape with the first
/// before it uses any memory (`HeaderReading`). Reading the file once more just to compare would
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
}

/// The first or a later reading of a file's header by a library.
///
/// A type that opens a file in its library takes it without a default, and checks the shape that it
/// has read: a codec that opens the file again can't forget the first shape.
package enum HeaderReading: Sendable {
  /// The first reading, which memory is sized by.
  case first
  /// A later reading, for which memory was sized by this shape.
  case again(RowShape)

  /// Throws `CodecError.changed` if this reading found another shape than the first.
  package func check(_ shape: @autoclosure () -> RowShape) throws(CodecError) {
    guard case .again(let first) = self else { return }
    guard shape() == first else { throw .changed }
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
