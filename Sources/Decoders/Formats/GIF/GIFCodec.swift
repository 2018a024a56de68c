import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// Decodes GIF files with one frame that covers the screen, with giflib, row by row.
final class GIFCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let frame: GIFFrame
  private var pass: GIFStillPass?

  /// A codec for a file's first frame.
  init(_ file: GIFFile, in input: PictureInput) throws(CodecError) {
    self.input = input
    frame = file.frames[0]
    let memory: MemoryClass
    if frame.isInterlaced {
      guard let bytes = checkedProduct(file.size.width, file.size.height) else {
        throw CodecError(.tooLarge, "the picture is too large to be decoded")
      }
      memory = .whole(bytes: bytes)
    } else {
      memory = .streaming(rowBytes: file.size.width * 4)
    }
    header = PictureHeader(
      size: file.size,
      format: RowFormat(channels: frame.hasAlpha ? .rgba : .rgb, bytesPerPixel: 4), color: .sRGB,
      hasAlpha: frame.hasAlpha, memory: memory)
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = nil
    pass = try GIFStillPass(frame, in: input, rows: request.rows)
    return PassLayout(wholeRowsOf: header.size, for: request)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let pass else { return 0 }
    let count = try pass.readRows(into: rows, stride: stride, most: most)
    missing = missing ?? pass.missing
    return count
  }

  var passProgress: Double { pass?.progress ?? 1 }

  func endPass() { pass = nil }
}

extension GIFFile {
  /// True if the file has one frame, which covers the screen.
  var isStill: Bool {
    frames.count == 1 && ComposedCodec.isWhole(frame: 0, of: frames.map(\.placement), on: size)
  }

  /// A codec that composes the file's frames on a canvas.
  func composed(in input: PictureInput) throws(CodecError) -> ComposedCodec {
    let frames = frames
    return try ComposedCodec(
      PictureHeader(
        size: size, format: RowFormat(channels: .rgba), color: .sRGB, hasAlpha: true,
        memory: .streaming(rowBytes: size.width * 4)),
      of: frames.map(\.placement), timing: frames.count > 1 ? timing : nil,
      missing: frames.last?.isCut == true ? ComposedCodec.cut : nil,
      isOpaque: { !frames[$0].hasAlpha },
      open: { (index) throws(CodecError) in try GIFFrameRows(frames[index], in: input) })
  }
}
