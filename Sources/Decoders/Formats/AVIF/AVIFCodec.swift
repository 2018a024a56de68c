import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes AVIF files with libavif and dav1d.
///
/// A picture or frame is decoded as a whole on its own thread; then its planes are converted to RGB
/// rows on demand. EXIF's orientation is ignored, as the file's boxes state it.
final class AVIFCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let layout: AVIFLayout
  /// Applies the gain map, if there is one and the display has headroom.
  private let gain: AVIFGain?
  private let decodings: SharedDecodings<AVIFPicture>
  /// The frames of a sequence.
  private let frames: SequentialFrames<AVIFPicture>?
  private var pass: BackgroundPass<AVIFPicture, AVIFRows>?

  /// The maximum number of bytes of a sequence's file that libavif may keep in memory.
  private static let mostHeld = 256 << 20

  /// Parses a file's boxes.
  init(
    _ input: PictureInput, decodings: SharedDecodings<AVIFPicture>
  ) throws(CodecError) {
    let wantsGain = input.gainStops > 0
    // An invalid gain map must not hide the picture.
    let bright = wantsGain ? try? AVIFFile(input, .first, withGainMap: true) : nil
    let file = if let bright { bright } else { try AVIFFile(input, .first) }
    layout = try AVIFLayout(file)
    gain =
      wantsGain && file.frameCount == 1
      ? AVIFGain(of: file, layout, stops: Double(input.gainStops)) : nil
    self.input = input
    self.decodings = decodings
    var header = PictureHeader(
      size: layout.crop.size, orientation: layout.orientation, format: layout.format,
      color: layout.color, hasAlpha: layout.format.channels.hasAlpha, memory: layout.memory)
    header.sharesDecoding = true
    header.isFine = true
    if let timing = file.timing {
      header.timing = timing
      header.frameCount = timing.durations.count
      header.isRandomAccess = true
      header.keptBytes = min(input.byteCount, Self.mostHeld)
      let decoder = AVIFFrames(file)
      frames = SequentialFrames { (frame, _) throws(CodecError) in
        try decoder.picture(of: frame)
      }
    } else {
      frames = nil
      if let gain {
        header.apply(gain.map, headroom: gain.headroom, keptBytes: gain.byteCount)
      } else {
        header.useLight(where: input.acceptsLight)
      }
    }
    self.header = header
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = BackgroundPass(decoding(of: request.frame), rows: request.rows)
    return PassLayout(wholeRowsOf: header.size, for: request)
  }

  private func decoding(of frame: Int) -> BackgroundDecoding<AVIFPicture> {
    if let frames { return frames.decoding(of: frame) }
    let (input, shape, withGainMap) = (input, layout.shape, gain != nil)
    return decodings.decoding(of: input) { (_) throws(CodecError) in
      try AVIFPicture.decoded(input, like: shape, withGainMap: withGainMap)
    }
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    try pass?.readRows(most: most) { (picture) throws(CodecError) in
      if picture.rows < layout.crop.maxY {
        missing = "the file ends too early; the rest of the picture is missing"
      }
      return try AVIFRows(picture, layout, gain)
    } copy: { (picture, rows) throws(CodecError) in
      try picture.copy(from: rows.lowerBound, into: target, stride: stride, most: rows.count)
    } ?? 0
  }

  var passProgress: Double { pass?.progress ?? 1 }

  func endPass() { pass = nil }
}
