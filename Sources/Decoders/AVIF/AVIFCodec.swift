import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes AVIF files through libavif and dav1d.
///
/// A frame is decoded whole, on a thread of its own; then its planes are turned into rows of RGB as
/// they are asked for. EXIF's orientation does not count: the file's own boxes say how it lies.
final class AVIFCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let frame: Int
  private let layout: AVIFLayout
  private let decodings: SharedDecodings<AVIFPicture>
  private var pass: Pass?

  /// What is underway: a decoding, then rows.
  private struct Pass {
    let decoding: BackgroundDecoding<AVIFPicture>
    var rows: AVIFRows?
    var nextRow: Int
    let end: Int
  }

  /// Reads the boxes of a file, one of whose frames, from 0, is the picture.
  init(
    _ input: PictureInput, frame: Int, decodings: SharedDecodings<AVIFPicture>
  ) throws(DecodeFailure) {
    let file = try AVIFFile(input)
    guard (0..<file.frameCount).contains(frame) else {
      throw DecodeFailure(.other, "the file has no frame \(frame)")
    }
    layout = try AVIFLayout(file)
    self.input = input
    self.frame = frame
    self.decodings = decodings
    var header = PictureHeader(
      size: layout.crop.size, orientation: layout.orientation, format: layout.format,
      color: layout.color, hasAlpha: layout.format.channels.hasAlpha, memory: layout.memory,
      frameCount: min(file.frameCount, 65536))
    header.sharesDecoding = true
    self.header = header
  }

  func beginPass(_ request: PassRequest) throws(DecodeFailure) -> PassLayout {
    let (input, frame) = (input, frame)
    let decoding = decodings.decoding(of: input, frame: frame) { () throws(DecodeFailure) in
      try AVIFPicture(input, frame: frame)
    }
    pass = Pass(
      decoding: decoding, nextRow: request.rows.lowerBound, end: request.rows.upperBound)
    return PassLayout(
      size: header.size, firstRow: request.rows.lowerBound, columns: 0..<header.size.width)
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(DecodeFailure) -> Int {
    guard let pass else { return 0 }
    guard let rows = pass.rows else {
      guard let picture = try pass.decoding.picture() else { return 0 }
      if picture.rows < layout.crop.maxY {
        missing = "the file ends too early; the rest of the picture is missing"
      }
      self.pass?.rows = try AVIFRows(picture, layout)
      return 0
    }
    let count = try rows.copy(
      from: pass.nextRow, into: target, stride: stride, most: min(most, pass.end - pass.nextRow))
    self.pass?.nextRow += count
    return count
  }

  /// Decoding is nearly all of the work, and tells nothing about how far it is.
  var passProgress: Double {
    guard let pass else { return 1 }
    guard pass.rows != nil else { return 0 }
    return 0.9 + 0.1 * Double(pass.nextRow) / Double(max(1, pass.end))
  }

  func endPass() { pass = nil }
}
