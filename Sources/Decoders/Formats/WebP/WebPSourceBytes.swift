import CWebP
import DecoderKit
import DecoderProtocol
import Geometry

/// Hands the bytes of a picture to libwebp, a few at a time.
///
/// Of a picture whose rows follow each other libwebp keeps a copy of what it needs; else all bytes
/// stay where they were read to, as it goes back and forth in them.
final class WebPSourceBytes {
  private let input: PictureInput
  private let image: WebPImage
  private let range: Range<Int>
  private let isStreamed: Bool
  private let memory: AnonymousMemory
  private let step: Int
  private var done = 0

  /// Rows that a step should make about: a longer one would be silent for too long; with fewer the
  /// threads of libwebp, which meet at the end of each, wait for each other, and of a picture whose
  /// bytes are held up to eight rows are decoded again.
  static let rowsPerStep = 128
  private static let steps = (least: 512, most: 128 << 10)
  private static let leastHeld = 16 << 10

  /// `nil` where there is no memory.
  init?(_ image: WebPImage, of input: PictureInput) {
    self.input = input
    self.image = image
    isStreamed = image.isStreamed
    guard let held = image.heldBytes else { return nil }
    let count = isStreamed ? image.range.count : min(image.range.count, held)
    range = image.range.lowerBound..<image.range.lowerBound + count
    let each = count / max(1, image.size.height) * Self.rowsPerStep
    step =
      isStreamed
      ? min(max(each, Self.steps.least), Self.steps.most) : max(each, Self.leastHeld)
    guard let memory = AnonymousMemory(count: isStreamed ? step : max(1, count)) else {
      return nil
    }
    self.memory = memory
  }

  /// Throws where the first bytes, which libwebp is about to decode, begin another picture than the
  /// one that memory has been made for.
  private func check(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
    guard bytes.count >= 4 else { return }
    guard bytes.prefix(4).elementsEqual(image.tag.utf8) else { throw .changed }
    var features = WebPBitstreamFeatures()
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    // Behind an alpha channel the picture's own head is not among them.
    guard WebPGetFeatures(start, bytes.count, &features) == VP8_STATUS_OK else { return }
    guard Int(features.width) == image.size.width, Int(features.height) == image.size.height,
      !image.isLossless || (features.has_alpha != 0) == image.hasAlpha
    else { throw .changed }
  }

  /// Has libwebp decode what the next bytes allow, and says whether they were the last.
  func feed(
    _ decoder: OpaquePointer
  ) throws(CodecError) -> (status: VP8StatusCode, isLast: Bool) {
    let wanted = min(step, range.count - done)
    let target = memory.base + (isStreamed ? 0 : done)
    let count = try input.readBytes(
      at: range.lowerBound + done,
      into: UnsafeMutableRawBufferPointer(start: target, count: wanted))
    if done == 0 { try check(UnsafeRawBufferPointer(start: target, count: count)) }
    done += count
    // libwebp holds nothing yet, and ends the process where it is given nothing to hold.
    guard done > 0 else { return (VP8_STATUS_SUSPENDED, true) }
    let bytes = memory.base.assumingMemoryBound(to: UInt8.self)
    let status =
      isStreamed
      ? WebPIAppend(decoder, bytes, count) : WebPIUpdate(decoder, bytes, done)
    return (status, done == range.count || count < wanted)
  }
}
