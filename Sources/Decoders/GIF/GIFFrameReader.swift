import CGIF
import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes the lines of one frame, in the order in which the file has them.
///
/// giflib is told of a file that has this frame alone, with the frame's size for the screen's.
final class GIFFrameReader {
  private let file: UnsafeMutablePointer<GifFileType>
  private let source: GIFFrameSource
  private let line: UnsafeMutablePointer<UInt8>
  private let order: GIFRowOrder
  private let palette: GIFPalette
  private let size: PixelSize
  private var nextLine = 0
  /// Why no more lines come although some should, in words.
  private(set) var missing: String?

  /// Begins at the first line of a frame.
  init(_ frame: GIFFrame, in input: PictureInput) throws(CodecError) {
    let size = frame.placement.area.size
    self.size = size
    let source = GIFFrameSource(frame, in: input)
    self.source = source
    palette = try GIFPalette(of: frame, in: GIFBytes(input))
    order = GIFRowOrder(height: size.height, isInterlaced: frame.isInterlaced)
    var status: Int32 = 0
    guard
      let file = DGifOpen(
        Unmanaged.passUnretained(source).toOpaque(), GIFFrameSource.read, &status)
    else { throw Self.failure(status, source) }
    var kind = UNDEFINED_RECORD_TYPE
    guard DGifGetRecordType(file, &kind) == GIF_OK, DGifGetImageDesc(file) == GIF_OK else {
      let failure = Self.failure(file.pointee.Error, source)
      DGifCloseFile(file, &status)
      throw failure
    }
    self.file = file
    line = .allocate(capacity: size.width)
    line.initialize(repeating: 0, count: size.width)
  }

  deinit {
    var status: Int32 = 0
    DGifCloseFile(file, &status)
    line.deallocate()
  }

  /// Whether all lines have been read, or no more come.
  var isAtEnd: Bool { nextLine == size.height || missing != nil }

  /// Whether any line could be read.
  var hasRead: Bool { nextLine > 0 }

  /// Decodes the next line and says which row of the frame it is; `nil` where there is none.
  func readLine() throws(CodecError) -> Int? {
    guard !isAtEnd else { return nil }
    guard DGifGetLine(file, line, Int32(size.width)) == GIF_OK else {
      if let failure = source.failure { throw failure }
      missing =
        source.isAtEnd
        ? "the file ends too early; the rest of the picture is missing"
        : "parts of the picture are missing or damaged in the file"
      return nil
    }
    nextLine += 1
    return order.row(of: nextLine - 1)
  }

  /// Puts the pixels of the line that was read last into a row.
  func copyLine(to target: UnsafeMutableRawPointer) {
    palette.copy(line, count: size.width, to: target)
  }

  /// Copies the line that was read last as it stands in the file.
  func copyIndices(to target: UnsafeMutablePointer<UInt8>) {
    target.update(from: line, count: size.width)
  }

  /// Puts the pixels of such a line into a row.
  func copy(indices: UnsafePointer<UInt8>, to target: UnsafeMutableRawPointer) {
    palette.copy(indices, count: size.width, to: target)
  }

  private static func failure(_ status: Int32, _ source: GIFFrameSource) -> CodecError {
    if let failure = source.failure { return failure }
    if status == D_GIF_ERR_NOT_ENOUGH_MEM {
      return CodecError(.tooLarge, "There is not enough memory to decode the picture.")
    }
    guard !source.isAtEnd else {
      return CodecError(.corrupt, "the file ends before its first row of pixels")
    }
    let reason = GifErrorString(status).map { String(cString: $0) } ?? "its pixels make no sense"
    return CodecError(.corrupt, "the GIF file is damaged (\(reason))")
  }
}
