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
  private var pass: BackgroundPass<AVIFPicture, AVIFRows>?

  /// Reads the boxes of a file, one of whose frames, from 0, is the picture.
  init(
    _ input: PictureInput, frame: Int, decodings: SharedDecodings<AVIFPicture>
  ) throws(CodecError) {
    let file = try AVIFFile(input)
    guard (0..<file.frameCount).contains(frame) else {
      throw CodecError(.other, "the file has no frame \(frame)")
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

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    let (input, frame) = (input, frame)
    let decoding = decodings.decoding(of: input, frame: frame) { (_) throws(CodecError) in
      try AVIFPicture(input, frame: frame)
    }
    pass = BackgroundPass(decoding, rows: request.rows)
    return PassLayout(
      size: header.size, firstRow: request.rows.lowerBound, columns: 0..<header.size.width)
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    try pass?.readRows(most: most) { (picture) throws(CodecError) in
      if picture.rows < layout.crop.maxY {
        missing = "the file ends too early; the rest of the picture is missing"
      }
      return try AVIFRows(picture, layout)
    } copy: { (picture, rows) throws(CodecError) in
      try picture.copy(from: rows.lowerBound, into: target, stride: stride, most: rows.count)
    } ?? 0
  }

  var passProgress: Double { pass?.progress ?? 1 }

  func endPass() { pass = nil }
}
