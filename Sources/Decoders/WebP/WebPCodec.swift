import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// Decodes WebP files through libwebp.
///
/// Rows stream by from the top. A frame of an animation that shows what was before it is put
/// together on a canvas; it stays there for the passes that follow.
final class WebPCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let frame: Int
  private let processors: Int
  private let container: WebPContainer
  private let isComposed: Bool
  private var composer: FrameComposer?
  private var pass: Pass?

  /// What decodes and what reduces; with two threads in libwebp besides, on as many processors,
  /// each of the three waits for the others.
  private static let processorsOfAPass = 2

  /// What is underway; a frame that is composed needs no reader.
  private struct Pass {
    var reader: WebPImageReader?
    var nextRow: Int
    let wanted: Range<Int>
  }

  /// Reads the headers of a file, one of whose frames, from 0, is the picture.
  init(_ input: PictureInput, frame: Int, processors: Int) throws(CodecError) {
    let container = try WebPContainer(input)
    guard container.frames.indices.contains(frame) else {
      throw CodecError(.other, "the file has no frame \(frame)")
    }
    self.input = input
    self.frame = frame
    self.processors = processors
    self.container = container
    let image = container.frames[frame].image
    isComposed = !FrameComposer.isWhole(
      frame: frame, of: container.frames.map(\.placement), on: container.size)
    let hasAlpha = isComposed || image.hasAlpha
    let memory =
      isComposed
      ? Self.composedMemory(container) : image.memory(pixelBytes: hasAlpha ? 4 : 3)
    guard let memory else {
      throw CodecError(.tooLarge, "the picture is too large to be decoded")
    }
    header = PictureHeader(
      size: container.size, orientation: try container.orientation,
      format: RowFormat(channels: hasAlpha ? .rgba : .rgb), color: try container.color,
      hasAlpha: hasAlpha, memory: memory, isRandomAccess: isComposed,
      frameCount: container.frames.count)
  }

  /// The canvas, and whichever frame needs most.
  private static func composedMemory(_ container: WebPContainer) -> MemoryClass? {
    guard let canvas = FrameComposer.bytes(on: container.size) else { return nil }
    var (most, mostHeld) = (0, 0)
    for frame in container.frames {
      switch frame.image.memory(pixelBytes: 4) {
      case .whole(let bytes)?: (most, mostHeld) = (max(most, bytes), max(mostHeld, bytes))
      case .reserving(let bytes, let held)?:
        (most, mostHeld) = (max(most, bytes), max(mostHeld, held))
      case .streaming?, nil: return nil
      }
    }
    return .reserving(bytes: canvas + most, held: canvas + mostHeld)
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = nil
    var pass = Pass(nextRow: request.rows.lowerBound, wanted: request.rows)
    if isComposed {
      if composer == nil { composer = try makeComposer() }
    } else {
      pass.reader = try WebPImageReader(
        container.frames[frame].image, in: input, hasAlpha: header.hasAlpha,
        usesThreads: processors > Self.processorsOfAPass)
    }
    self.pass = pass
    return PassLayout(
      size: header.size, firstRow: request.rows.lowerBound, columns: 0..<header.size.width,
      rowsAtOnce: pass.reader == nil ? 1 : WebPSourceBytes.rowsPerStep)
  }

  private func makeComposer() throws(CodecError) -> FrameComposer {
    let (frames, input) = (container.frames, input)
    return try FrameComposer(frame: frame, of: frames.map(\.placement), on: header.size) {
      (index) throws(CodecError) in try WebPFrameRows(frames[index].image, in: input)
    }
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let pass else { return 0 }
    let count = min(most, pass.wanted.upperBound - pass.nextRow)
    let made: Int
    if let reader = pass.reader {
      made = try copyRows(from: pass.nextRow, count: count, of: reader, into: rows, stride: stride)
      missing = missing ?? reader.missing
    } else if let composer, composer.isComposed {
      composer.copyRows(from: pass.nextRow, count: count, into: rows, stride: stride)
      made = count
    } else {
      try composer?.step()
      missing = missing ?? composer?.missing
      made = 0
    }
    self.pass?.nextRow += made
    return made
  }

  /// Copies rows that are done, or decodes some more and copies none.
  private func copyRows(
    from first: Int, count: Int, of reader: WebPImageReader, into rows: UnsafeMutableRawPointer,
    stride: Int
  ) throws(CodecError) -> Int {
    if !reader.isAtEnd, reader.doneRows <= first {
      try reader.advance()
      guard reader.doneRows > first else {
        reader.release(upTo: min(reader.doneRows, first))
        return 0
      }
    }
    // What a file that is cut off does not have stays blank.
    let made = reader.isAtEnd ? count : min(count, reader.doneRows - first)
    for row in 0..<made {
      if first + row < reader.doneRows {
        memcpy(rows + row * stride, reader.row(first + row), reader.rowBytes)
      } else {
        memset(rows + row * stride, 0, reader.rowBytes)
      }
    }
    reader.release(upTo: min(first + made, reader.doneRows))
    return made
  }

  var passProgress: Double {
    guard let pass else { return 1 }
    guard let reader = pass.reader else { return composer?.progress ?? 1 }
    return Double(reader.doneRows) / Double(max(1, pass.wanted.upperBound))
  }

  func endPass() { pass = nil }
}
