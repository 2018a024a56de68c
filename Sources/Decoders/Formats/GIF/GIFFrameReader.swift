import CGIF
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// Decodes the lines of one frame, in file order.
///
/// giflib sees a file that contains only this frame, with a screen of the frame's size.
final class GIFFrameReader {
  /// `nil` if giflib can't open the frame.
  private let file: UnsafeMutablePointer<GifFileType>?
  private let source: GIFFrameSource
  private let line: UnsafeMutablePointer<UInt8>
  private let order: GIFRowOrder
  private let palette: GIFPalette
  private let size: PixelSize
  /// The number of the frame's pixels in the file, if some are known to be missing.
  private let pixels: Int?
  private let frameIsCut: Bool
  /// True if a line with only its first pixels is worth showing.
  private let keepsPartOfLine: Bool
  private var nextLine = 0
  /// The number of pixels in the last line read.
  private var lineCount: Int
  /// Why lines are missing, as a sentence.
  private(set) var missing: String?

  private static let cut = "the file ends too early; the rest of the picture is missing"
  private static let damaged = "parts of the picture are missing or damaged in the file"

  /// Starts at a frame's first line; a frame that giflib can't read has no lines.
  init(_ frame: GIFFrame, in input: PictureInput) throws(CodecError) {
    let size = frame.placement.area.size
    self.size = size
    let source = GIFFrameSource(frame, in: input)
    self.source = source
    frameIsCut = frame.isCut
    pixels = frame.pixels
    keepsPartOfLine = !frame.isInterlaced
    lineCount = size.width
    palette = try GIFPalette(of: frame, in: GIFBytes(input))
    order = GIFRowOrder(height: size.height, isInterlaced: frame.isInterlaced)
    file = try Self.open(source)
    line = .allocate(capacity: size.width)
    line.initialize(repeating: 0, count: size.width)
    if file == nil { missing = reason }
  }

  /// giflib's handle; `nil` if it rejects the frame.
  private static func open(
    _ source: GIFFrameSource
  ) throws(CodecError) -> UnsafeMutablePointer<GifFileType>? {
    var status: Int32 = 0
    let file = DGifOpen(Unmanaged.passUnretained(source).toOpaque(), GIFFrameSource.read, &status)
    if let file {
      var kind = UNDEFINED_RECORD_TYPE
      if DGifGetRecordType(file, &kind) == GIF_OK, DGifGetImageDesc(file) == GIF_OK { return file }
      status = file.pointee.Error
      var ignored: Int32 = 0
      DGifCloseFile(file, &ignored)
    }
    if let failure = source.failure { throw failure }
    if status == D_GIF_ERR_NOT_ENOUGH_MEM {
      throw CodecError(.tooLarge, "there is not enough memory to decode the picture")
    }
    return nil
  }

  deinit {
    var status: Int32 = 0
    if let file { DGifCloseFile(file, &status) }
    line.deallocate()
  }

  /// True if all lines have been read, or no more can be.
  var isAtEnd: Bool { nextLine == size.height || missing != nil }

  /// Decodes the next line and returns its row in the frame; `nil` if there is none.
  func readLine() throws(CodecError) -> Int? {
    guard !isAtEnd, let file else { return nil }
    // After an invalid code giflib may continue with wrong pixels.
    let left = pixels.map { max(0, $0 - nextLine * size.width) }
    let isWhole = DGifGetLine(file, line, Int32(size.width)) == GIF_OK
    if let failure = source.failure { throw failure }
    if !isWhole || left.map({ $0 < size.width }) ?? false {
      missing = reason
      // giflib has written the existing pixels of the line.
      lineCount = keepsPartOfLine ? min(size.width, left ?? 0) : 0
      if lineCount == 0 { return nil }
    }
    nextLine += 1
    return order.row(of: nextLine - 1)
  }

  /// Why something is missing, as a sentence.
  private var reason: String { frameIsCut || source.isAtEnd ? Self.cut : Self.damaged }

  /// Writes the last line's pixels to a row; missing ones are transparent.
  func copyLine(to target: UnsafeMutableRawPointer) {
    palette.copy(line, count: lineCount, to: target)
    if lineCount < size.width { memset(target + lineCount * 4, 0, (size.width - lineCount) * 4) }
  }

  /// Copies the last line's colour indices.
  func copyIndices(to target: UnsafeMutablePointer<UInt8>) {
    target.update(from: line, count: size.width)
  }

  /// Writes the pixels of stored indices to a row.
  func copy(indices: UnsafePointer<UInt8>, to target: UnsafeMutableRawPointer) {
    palette.copy(indices, count: size.width, to: target)
  }
}
