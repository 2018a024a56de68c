import DecoderKit
import DecoderProtocol
import Glibc

/// A frame to be composed on a canvas.
final class GIFFrameRows: FrameRows {
  private let reader: GIFFrameReader
  private let row: UnsafeMutableRawPointer
  private let linesPerStep: Int

  /// Pixels decoded in one call.
  private static let pixelsPerStep = 200_000

  /// Starts at a frame's first line.
  init(_ frame: GIFFrame, in input: PictureInput) throws(CodecError) {
    reader = try GIFFrameReader(frame, in: input)
    let width = frame.placement.area.width
    row = .allocate(byteCount: width * 4, alignment: 4)
    linesPerStep = max(1, Self.pixelsPerStep / width)
  }

  deinit { row.deallocate() }

  var missing: String? { reader.missing }

  func read(
    _ draw: (_ row: Int, _ pixels: UnsafeRawPointer) -> Void
  ) throws(CodecError) -> Bool {
    for _ in 0..<linesPerStep {
      guard let number = try reader.readLine() else { break }
      reader.copyLine(to: row)
      draw(number, UnsafeRawPointer(row))
    }
    return !reader.isAtEnd
  }
}
