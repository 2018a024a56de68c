import CWebP
import DecoderKit
import DecoderProtocol
import Geometry

/// A compressed picture in a file: its properties, and its location.
struct WebPImage {
  let size: PixelSize
  let hasAlpha: Bool
  let isLossless: Bool
  /// The tag of the first chunk that libwebp gets.
  let tag: String
  /// The chunks that libwebp gets: alpha, if any, and the picture.
  let range: Range<Int>
  /// True if rows depend only on the data just read: there is no compressed alpha, and the data of
  /// adjacent rows is not far apart.
  let isStreamed: Bool

  /// The number of a chunk's first bytes from which libwebp reads the size.
  private static let headBytes = 64

  /// Reads the start of a picture's chunk.
  init(
    _ chunk: WebPChunk, alpha: WebPChunk? = nil, in input: PictureInput
  ) throws(CodecError) {
    guard chunk.tag == "VP8 " || chunk.tag == "VP8L" else {
      throw CodecError(.corrupt, "the WebP file is damaged (it has no picture)")
    }
    let count = min(Self.headBytes, chunk.payload.upperBound - chunk.start)
    let head = try input.bytes(at: chunk.start, count: count)
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(head, head.count, &features) == VP8_STATUS_OK else {
      throw CodecError(.corrupt, "the WebP file is damaged (its picture has no header)")
    }
    size = PixelSize(width: Int(features.width), height: Int(features.height))
    isLossless = chunk.tag == "VP8L"
    let alpha = isLossless ? nil : alpha
    hasAlpha = isLossless ? features.has_alpha != 0 : alpha != nil
    tag = (alpha ?? chunk).tag
    range = (alpha ?? chunk).start..<chunk.payload.upperBound
    if isLossless || alpha != nil {
      isStreamed = false
    } else {
      isStreamed = try VP8FrameHeader.partitionCount(of: chunk.payload, in: input) == 1
    }
  }

  /// The maximum number of bytes of the file that libwebp keeps: a valid picture's data is no
  /// larger than its samples.
  var heldBytes: Int? {
    guard !isStreamed else { return Self.streamedBytes }
    guard let samples = checkedProduct(size.width, size.height, 8) else { return nil }
    return min(range.count, samples + Self.streamedBytes)
  }

  private static let streamedBytes = 1 << 20

  /// The memory for decoding to rows of `pixelBytes` bytes per pixel.
  ///
  /// For streamed pictures only, it is enough for two passes at a time.
  func memory(pixelBytes: Int) -> MemoryClass? {
    guard let area = checkedProduct(size.width, size.height), let held = heldBytes,
      // Alpha has a plane of its own, and another for decompression.
      let output = checkedProduct(area, pixelBytes + (hasAlpha && !isLossless ? 2 : 0)),
      let pixels = checkedProduct(area, 4)
    else { return nil }
    // Rows are released as they are taken, so the output is only reserved.
    if isStreamed { return .reserving(bytes: 2 * (output + held), held: 2 * held) }
    guard isLossless else { return .whole(bytes: output + held) }
    return .reserving(bytes: pixels + output + held, held: pixels + held)
  }
}
