import CPNG
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// Decodes a frame of an animated PNG that is not the picture that every reader of PNG sees.
///
/// libpng knows nothing of animations: each frame is told to it as a picture of its own, and drawn
/// onto what was before it. The canvas stays there for the passes that follow.
final class APNGCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let animation: APNGAnimation
  private let frame: Int
  private var composer: FrameComposer?
  private var nextRow = 0
  private var wanted = 0..<0

  /// One of the frames of a file, from 0.
  init(
    _ input: PictureInput, _ animation: APNGAnimation, frame: Int
  ) throws(CodecError) {
    guard animation.frames.indices.contains(frame) else {
      throw CodecError(.other, "the file has no frame \(frame)")
    }
    self.input = input
    self.animation = animation
    self.frame = frame
    // What holds for all frames stands before the picture.
    let reader = try PNGReader(input)
    var header = try PictureHeader(reader.header)
    guard let canvas = FrameComposer.bytes(on: header.size) else { throw Self.tooLarge }
    var bytes = canvas
    if reader.header.is_interlaced {
      // No frame is larger than the canvas.
      guard let rows = checkedProduct(Int(reader.header.row_bytes), header.size.height) else {
        throw Self.tooLarge
      }
      bytes += rows
    }
    header.format = RowFormat(channels: .rgba)
    header.hasAlpha = true
    header.memory = .whole(bytes: bytes)
    header.isRandomAccess = true
    header.frameCount = animation.frames.count
    self.header = header
  }

  private static var tooLarge: CodecError {
    CodecError(.tooLarge, "the picture is too large to be decoded")
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    if composer == nil {
      let (animation, input) = (animation, input)
      composer = try FrameComposer(
        frame: frame, of: animation.frames.map(\.placement), on: header.size
      ) { (index) throws(CodecError) in
        try APNGFrameRows(animation.frames[index], of: animation, in: input)
      }
    }
    wanted = request.rows
    nextRow = wanted.lowerBound
    return PassLayout(
      size: header.size, firstRow: nextRow, columns: 0..<header.size.width)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let composer else { return 0 }
    guard composer.isComposed else {
      try composer.step()
      missing = missing ?? composer.missing
      return 0
    }
    let count = min(most, wanted.upperBound - nextRow)
    composer.copyRows(from: nextRow, count: count, into: rows, stride: stride)
    nextRow += count
    return count
  }

  var passProgress: Double { composer?.progress ?? 1 }

  func endPass() {}
}
