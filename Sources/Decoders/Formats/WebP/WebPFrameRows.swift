import DecoderKit
import DecoderProtocol

/// A frame of an animation to be composed on a canvas.
final class WebPFrameRows: FrameRows {
  private let reader: WebPImageReader
  private var nextRow = 0

  /// Starts at the top of a frame.
  init(_ image: WebPImage, in input: PictureInput) throws(CodecError) {
    reader = try WebPImageReader(image, in: input, hasAlpha: true)
  }

  var missing: String? { reader.missing }

  func read(
    _ draw: (_ row: Int, _ pixels: UnsafeRawPointer) -> Void
  ) throws(CodecError) -> Bool {
    try reader.advance()
    for row in nextRow..<reader.doneRows { draw(row, reader.row(row)) }
    nextRow = reader.doneRows
    reader.release(upTo: nextRow)
    return !reader.isAtEnd
  }
}
