import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// Decodes GIF files through giflib.
///
/// A frame that covers the screen goes by in rows. One that shows what was before it is put
/// together on a canvas; it stays there for the passes that follow.
final class GIFCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let frame: Int
  private let frames: [GIFFrame]
  private let isComposed: Bool
  private var composer: FrameComposer?
  private var pass: Pass?

  /// What is underway; a frame that is composed needs no pass of its own.
  private struct Pass {
    var still: GIFStillPass?
    var nextRow: Int
    let wanted: Range<Int>
  }

  /// Looks through a file, one of whose frames, from 0, is the picture.
  init(_ input: PictureInput, frame: Int) throws(CodecError) {
    let file = try GIFFile(input)
    guard file.frames.indices.contains(frame) else {
      throw CodecError(.other, "the file has no frame \(frame)")
    }
    self.input = input
    self.frame = frame
    frames = file.frames
    let own = file.frames[frame]
    isComposed = !FrameComposer.isWhole(
      frame: frame, of: file.frames.map(\.placement), on: file.size)
    let memory: MemoryClass
    if isComposed {
      guard let bytes = FrameComposer.bytes(on: file.size) else { throw Self.tooLarge }
      memory = .whole(bytes: bytes)
    } else if own.isInterlaced {
      guard let bytes = checkedProduct(file.size.width, file.size.height) else {
        throw Self.tooLarge
      }
      memory = .whole(bytes: bytes)
    } else {
      memory = .streaming(rowBytes: file.size.width * 4)
    }
    let hasAlpha = isComposed || own.hasAlpha
    header = PictureHeader(
      size: file.size,
      format: RowFormat(channels: hasAlpha ? .rgba : .rgb, bytesPerPixel: 4), color: .sRGB,
      hasAlpha: hasAlpha, memory: memory, isRandomAccess: isComposed,
      frameCount: file.frames.count)
  }

  private static var tooLarge: CodecError {
    CodecError(.tooLarge, "the picture is too large to be decoded")
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = nil
    var pass = Pass(nextRow: request.rows.lowerBound, wanted: request.rows)
    if !isComposed {
      pass.still = try GIFStillPass(frames[frame], in: input, rows: request.rows)
    } else if composer == nil {
      let (frames, input) = (frames, input)
      composer = try FrameComposer(frame: frame, of: frames.map(\.placement), on: header.size) {
        (index) throws(CodecError) in try GIFFrameRows(frames[index], in: input)
      }
    }
    self.pass = pass
    return PassLayout(
      size: header.size, firstRow: request.rows.lowerBound, columns: 0..<header.size.width)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let pass else { return 0 }
    let count: Int
    if let still = pass.still {
      count = try still.readRows(into: rows, stride: stride, most: most)
      missing = missing ?? still.missing
    } else if let composer, composer.isComposed {
      count = min(most, pass.wanted.upperBound - pass.nextRow)
      composer.copyRows(from: pass.nextRow, count: count, into: rows, stride: stride)
    } else {
      try composer?.step()
      missing = missing ?? composer?.missing
      count = 0
    }
    self.pass?.nextRow += count
    return count
  }

  var passProgress: Double {
    guard let pass else { return 1 }
    return pass.still?.progress ?? composer?.progress ?? 1
  }

  func endPass() { pass = nil }
}
