import CGIF
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// Decodes the lines of one frame, in the order in which the file has them.
///
/// giflib is told of a file that has this frame alone, with the frame's size for the screen's.
final class GIFFrameReader {
  /// `nil` where giflib can't begin with the frame.
  private let file: UnsafeMutablePointer<GifFileType>?
  private let source: GIFFrameSource
  private let line: UnsafeMutablePointer<UInt8>
  private let order: GIFRowOrder
  private let palette: GIFPalette
  private let size: PixelSize
  /// How many pixels the file has, where that is known not to be all.
  private let pixels: Int?
  private let frameIsCut: Bool
  /// Whether a line of which only the first pixels are there is worth showing.
  private let keepsPartOfLine: Bool
  private var nextLine = 0
  /// Pixels of the line that was read last.
  private var lineCount: Int
  /// Why no more lines come although some should, in words.
  private(set) var missing: String?

  private static let cut = "the file ends too early; the rest of the picture is missing"
  private static let damaged = "parts of the picture are missing or damaged in the file"

  /// Begins at the first line of a frame; one that giflib can't read has no lines.
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

  /// giflib's own handle; `nil` where the frame makes no sense to it.
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
      throw CodecError(.tooLarge, "There is not enough memory to decode the picture.")
    }
    return nil
  }

  deinit {
    var status: Int32 = 0
    if let file { DGifCloseFile(file, &status) }
    line.deallocate()
  }

  /// Whether all lines have been read, or no more come.
  var isAtEnd: Bool { nextLine == size.height || missing != nil }

  /// Decodes the next line and says which row of the frame it is; `nil` where there is none.
  func readLine() throws(CodecError) -> Int? {
    guard !isAtEnd, let file else { return nil }
    // Behind a code that makes no sense giflib may go on, with other pixels than the file's.
    let left = pixels.map { max(0, $0 - nextLine * size.width) }
    let isWhole = DGifGetLine(file, line, Int32(size.width)) == GIF_OK
    if let failure = source.failure { throw failure }
    if !isWhole || left.map({ $0 < size.width }) ?? false {
      missing = reason
      // It has written what there is of the line.
      lineCount = keepsPartOfLine ? min(size.width, left ?? 0) : 0
      if lineCount == 0 { return nil }
    }
    nextLine += 1
    return order.row(of: nextLine - 1)
  }

  /// Why something is missing, in words.
  private var reason: String { frameIsCut || source.isAtEnd ? Self.cut : Self.damaged }

  /// Puts the pixels of the line that was read last into a row; what is missing is transparent.
  func copyLine(to target: UnsafeMutableRawPointer) {
    palette.copy(line, count: lineCount, to: target)
    if lineCount < size.width { memset(target + lineCount * 4, 0, (size.width - lineCount) * 4) }
  }

  /// Copies the line that was read last as it stands in the file.
  func copyIndices(to target: UnsafeMutablePointer<UInt8>) {
    target.update(from: line, count: size.width)
  }

  /// Puts the pixels of such a line into a row.
  func copy(indices: UnsafePointer<UInt8>, to target: UnsafeMutableRawPointer) {
    palette.copy(indices, count: size.width, to: target)
  }
}
