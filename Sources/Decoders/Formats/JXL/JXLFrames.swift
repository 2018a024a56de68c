import CJXL
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// libjxl's decoder of an animation, which keeps its state between frames, and the last frame.
// @unchecked Sendable: `SequentialFrames` ensures that one thread at a time decodes, and rows are
// read while none does; libjxl's threads write to separate pixels.
final class JXLFrames: WholePicture, JXLSink, @unchecked Sendable {
  private let input: PictureInput
  private let size: PixelSize
  private let shape: RowShape
  private let preferred: JxlColorEncoding?
  private let samples: JXLSamples
  private let rowBytes: Int
  private let pixels: UnsafeMutableRawPointer
  private let threads: JXLThreads?
  private var reader: JXLReader?
  /// The reader's next frame.
  private var next = 0
  private(set) var missing: String?

  /// Pieces of the file, between which progress is reported.
  private static let pieces = 256

  /// The frames of a file whose header has been read.
  init(_ input: PictureInput, _ header: JXLHeader, isThreaded: Bool) throws(CodecError) {
    size = header.picture.size
    shape = header.shape
    samples = JXLSamples(format: header.picture.format)
    rowBytes = size.width * samples.format.bytesPerPixel
    guard let pixels = calloc(size.height, rowBytes) else { throw .noMemory }
    self.pixels = pixels
    self.input = input
    preferred = header.preferred
    threads = isThreaded ? JXLThreads { false } : nil
  }

  deinit {
    reader = nil
    threads?.end()
    free(pixels)
  }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    target.copyMemory(from: pixels + row * rowBytes, byteCount: rowBytes)
  }

  /// Decodes a frame into the memory of the one before.
  func decode(_ frame: Int, _ progress: DecodingProgress) throws(CodecError) {
    let reader = try reader(before: frame)
    // Unless this frame completes, the next one needs a new reader.
    self.reader = nil
    if frame > next { JxlDecoderSkipFrames(reader.decoder, frame - next) }
    memset(pixels, 0, size.height * rowBytes)
    while true {
      switch try reader.next() {
      case .color:
        try reader.check(shape)
        if var preferred { _ = JxlDecoderSetPreferredColorProfile(reader.decoder, &preferred) }
      case .needsOutput: try reader.setOutput(to: self, channels: samples.channelsIn)
      case .fullImage:
        self.reader = reader
        next = frame + 1
        return
      case .piece: progress.fraction = reader.progress
      case .cut:
        guard JxlDecoderFlushImage(reader.decoder) == JXL_DEC_SUCCESS else {
          throw CodecError(.corrupt, "the file ends before the frame does")
        }
        missing = "the file ends too early; the rest of the picture is missing"
        return
      case .damaged, .end: throw JXLReader.damage
      case .basicInfo, .frame: continue
      }
    }
  }

  /// A reader positioned before a frame; one that is past it can't go back.
  private func reader(before frame: Int) throws(CodecError) -> JXLReader {
    if let reader, frame >= next { return reader }
    let reader = try JXLReader(
      input, events: [JXL_DEC_COLOR_ENCODING, JXL_DEC_FULL_IMAGE], pieces: Self.pieces)
    threads?.serve(reader.decoder)
    next = 0
    return reader
  }

  /// Stores a piece of a row.
  func put(x: Int, y: Int, count: Int, _ numbers: UnsafePointer<Float>) {
    guard (0..<size.height).contains(y), x >= 0, count > 0, count <= size.width,
      x <= size.width - count
    else { return }
    let target = pixels + y * rowBytes + x * samples.format.bytesPerPixel
    samples.convert(numbers, pixels: count, to: target)
  }
}

extension JXLFrames {
  /// Below this many pixels another thread costs more than it saves.
  private static let fewPixels = 300_000

  /// A codec for a file whose header has been read.
  static func codec(
    _ input: PictureInput, _ header: JXLHeader
  ) throws(CodecError) -> WholePictureCodec<JXLFrames> {
    let isThreaded = (header.picture.size.area ?? 0) >= fewPixels
    let decoder = try JXLFrames(input, header, isThreaded: isThreaded)
    let frames = SequentialFrames<JXLFrames> { (frame, progress) throws(CodecError) in
      try decoder.decode(frame, progress)
      return decoder
    }
    return WholePictureCodec(header.picture, of: frames)
  }
}
