import DecoderProtocol
import Geometry
import Resampling

/// What the memory of a pass rests on: how large a picture is and how its pixels are stored.
///
/// Somebody may rewrite a file while it is open. A codec that reads a header again, for another
/// pass, on another thread or in a second handle of its library, makes a shape of what that reading
/// holds, and checks it against the first one before it uses any memory. Asking the file once more
/// by itself would prove nothing: it may change between the two.
package struct RowShape: Hashable, Sendable {
  /// The size that the library holds.
  package var size: PixelSize
  /// Whatever else strides, planes and tables rest on, in an order of the codec's own.
  package var details: [Int]

  /// The shape of a header as it has been read.
  package init(size: PixelSize, details: [Int] = []) {
    self.size = size
    self.details = details
  }

  /// Throws `CodecError.changed` where another reading of the header holds something else.
  package func check(_ again: RowShape) throws(CodecError) {
    guard self == again else { throw .changed }
  }
}

extension CodecError {
  /// Somebody rewrote the file between two readings of it.
  package static var changed: CodecError {
    CodecError(.unreadable, "the file changed while it was read")
  }
}

extension PictureHeader {
  /// Throws `CodecError.changed` where a codec that was made anew of the same file tells of another
  /// picture: what has been prepared for the first one has no room for it.
  func check(_ again: PictureHeader) throws(CodecError) {
    guard size == again.size, format == again.format, orientation == again.orientation,
      hasAlpha == again.hasAlpha, isLight == again.isLight, frameCount == again.frameCount,
      timing == again.timing, reductions == again.reductions, previews == again.previews
    else { throw .changed }
  }
}
