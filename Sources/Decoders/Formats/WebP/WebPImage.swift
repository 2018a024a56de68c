import CWebP
import DecoderKit
import DecoderProtocol
import Geometry

/// One compressed picture in a file: what its first bytes say, and where it lies.
struct WebPImage {
  let size: PixelSize
  let hasAlpha: Bool
  let isLossless: Bool
  /// What the first of the chunks is called that libwebp is given.
  let tag: String
  /// The chunks that libwebp is given: the alpha's, where there are some, and the picture's.
  let range: Range<Int>
  /// Whether rows need nothing but what has just been read: no alpha channel that is compressed
  /// apart, and no rows whose bytes lie far from each other.
  let isStreamed: Bool

  /// Bytes of a chunk in which libwebp finds the size.
  private static let headBytes = 64

  /// Reads the beginning of a picture's chunk.
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

  /// Bytes that libwebp may keep of the file: more than the samples themselves would take are none
  /// of a picture.
  var heldBytes: Int? {
    guard !isStreamed else { return Self.streamedBytes }
    guard let samples = checkedProduct(size.width, size.height, 8) else { return nil }
    return min(range.count, samples + Self.streamedBytes)
  }

  private static let streamedBytes = 1 << 20

  /// The memory that decoding into rows of so many bytes a pixel takes.
  ///
  /// Only of a picture that streams by it is enough for two passes at a time.
  func memory(pixelBytes: Int) -> MemoryClass? {
    guard let area = checkedProduct(size.width, size.height), let held = heldBytes,
      // The alpha channel stands in a plane of its own, and in the one that it is unpacked to.
      let output = checkedProduct(area, pixelBytes + (hasAlpha && !isLossless ? 2 : 0)),
      let pixels = checkedProduct(area, 4)
    else { return nil }
    // The rows are given back as they go by; what is held is what others are made from. Of rows
    // that stream by two passes may go on at a time.
    if isStreamed { return .reserving(bytes: 2 * (output + held), held: 2 * held) }
    guard isLossless else { return .whole(bytes: output + held) }
    return .reserving(bytes: pixels + output + held, held: pixels + held)
  }
}
