import CWebP
import DecoderKit
import DecoderProtocol
import Geometry

/// Feeds a picture's data to libwebp in steps.
///
/// For streamed pictures libwebp copies what it needs; otherwise all data stays in memory, since
/// libwebp goes back and forth in it.
final class WebPSourceBytes {
  private let input: PictureInput
  private let image: WebPImage
  private let range: Range<Int>
  private let isStreamed: Bool
  private let memory: AnonymousMemory
  private let step: Int
  private var done = 0

  /// The approximate number of rows per step.
  ///
  /// With more, the decoder would be silent for too long. With fewer, libwebp's threads, which join
  /// after each step, would wait for each other; and in pictures that are not streamed, each step
  /// decodes up to eight rows again.
  static let rowsPerStep = 128
  private static let steps = (least: 512, most: 128 << 10)
  private static let leastHeld = 16 << 10

  /// `nil` if there is not enough memory.
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

  /// Throws if the first bytes belong to another picture than the one that memory was allocated
  /// for.
  private func check(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
    guard bytes.count >= 4 else { return }
    guard bytes.prefix(4).elementsEqual(image.tag.utf8) else { throw .changed }
    var features = WebPBitstreamFeatures()
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    // After an alpha chunk the picture's own header is not among them.
    guard WebPGetFeatures(start, bytes.count, &features) == VP8_STATUS_OK else { return }
    guard Int(features.width) == image.size.width, Int(features.height) == image.size.height,
      !image.isLossless || (features.has_alpha != 0) == image.hasAlpha
    else { throw .changed }
  }

  /// Feeds libwebp the next data; returns its status, and true at the end of the data.
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
    // libwebp has no data yet, and would abort if it got none.
    guard done > 0 else { return (VP8_STATUS_SUSPENDED, true) }
    let bytes = memory.base.assumingMemoryBound(to: UInt8.self)
    let status =
      isStreamed
      ? WebPIAppend(decoder, bytes, count) : WebPIUpdate(decoder, bytes, done)
    return (status, done == range.count || count < wanted)
  }
}
