import CWebP
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// Decodes a compressed picture from the top, as far as the data read so far allows.
///
/// libwebp needs memory for all rows. For pictures without separately compressed parts, further
/// rows are written over those already taken: that memory is in the cache, while new pages would
/// have to be found and cleared. Otherwise the taken rows' pages are released, so that only address
/// space is used.
final class WebPImageReader {
  private let input: PictureInput
  private let image: WebPImage
  private let decoder: OpaquePointer
  /// libwebp's decoding options, which it keeps reading.
  private let config: UnsafeMutablePointer<WebPDecoderConfig>
  private let source: WebPSourceBytes
  private let output: AnonymousMemory
  let rowBytes: Int
  /// The number of finished rows from the top.
  private(set) var doneRows = 0
  /// True if there are no more rows.
  private(set) var isAtEnd = false
  /// Why rows are missing, as a sentence.
  private(set) var missing: String?
  /// The first row in memory.
  private var firstRow = 0
  /// Bytes of released rows, from the first row in memory.
  private var releasedBytes = 0
  /// True if rows are written over earlier ones.
  private let rewinds: Bool

  /// Bytes of memory to keep for further rows.
  private static let keptBytes = 4 << 20

  /// Starts at the top of a picture; its rows are RGB or RGBA.
  ///
  /// With threads, rows of a lossy picture are filtered and converted on another core while more
  /// are read.
  init(
    _ image: WebPImage, in input: PictureInput, hasAlpha: Bool, usesThreads: Bool = false
  ) throws(CodecError) {
    self.input = input
    self.image = image
    guard let rowBytes = checkedProduct(image.size.width, hasAlpha ? 4 : 3),
      let bytes = checkedProduct(rowBytes, image.size.height),
      let output = AnonymousMemory(count: bytes),
      let source = WebPSourceBytes(image, of: input)
    else { throw Self.noMemory }
    let config = UnsafeMutablePointer<WebPDecoderConfig>.allocate(capacity: 1)
    config.initialize(to: WebPDecoderConfig())
    WebPInitDecoderConfig(config)
    config.pointee.options.use_threads = usesThreads ? 1 : 0
    config.pointee.output.colorspace = hasAlpha ? MODE_RGBA : MODE_RGB
    config.pointee.output.is_external_memory = 1
    config.pointee.output.u.RGBA = WebPRGBABuffer(
      rgba: output.base.assumingMemoryBound(to: UInt8.self), stride: Int32(rowBytes), size: bytes)
    guard let decoder = WebPIDecode(nil, 0, config) else {
      config.deallocate()
      throw Self.noMemory
    }
    self.config = config
    self.rowBytes = rowBytes
    self.output = output
    self.source = source
    self.decoder = decoder
    rewinds = image.isStreamed || image.isLossless
  }

  deinit {
    WebPIDelete(decoder)
    config.deallocate()
  }

  private static var noMemory: CodecError {
    CodecError(.tooLarge, "there is not enough memory to decode the picture")
  }

  /// A finished row.
  func row(_ index: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(output.base + (index - firstRow) * rowBytes)
  }

  /// Releases the rows before `row`.
  func release(upTo row: Int) {
    guard !rewinds else {
      if row == doneRows { rewind() }
      return
    }
    let bytes = row * rowBytes
    // In steps of several hundred KiB, for which the call's cost is negligible.
    guard bytes - releasedBytes >= 256 << 10 || row == image.size.height else { return }
    output.giveBack(releasedBytes..<bytes)
    releasedBytes = bytes
  }

  /// Makes libwebp write the next row to the start of the memory.
  ///
  /// libwebp reads the rows' address each time it writes some, and never rewrites finished ones.
  /// All remaining rows fit after the start, however many the next data yields.
  private func rewind() {
    let bytes = (doneRows - firstRow) * rowBytes
    if bytes > Self.keptBytes { output.giveBack(Self.keptBytes..<bytes) }
    firstRow = doneRows
    config.pointee.output.u.RGBA.rgba = UnsafeMutablePointer(
      bitPattern: UInt(bitPattern: output.base) &- UInt(firstRow * rowBytes))
  }

  /// Decodes for a few milliseconds.
  func advance() throws(CodecError) {
    guard !isAtEnd else { return }
    let (status, isLast) = try source.feed(decoder)
    var (last, width, height): (Int32, Int32, Int32) = (0, 0, 0)
    if WebPIDecGetRGB(decoder, &last, &width, &height, nil) != nil {
      guard Int(width) == image.size.width, Int(height) == image.size.height else { throw .changed }
      doneRows = min(max(doneRows, Int(last)), image.size.height)
    }
    switch status {
    case VP8_STATUS_OK:
      doneRows = image.size.height
      isAtEnd = true
    case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA:
      guard isLast else { return }
      isAtEnd = true
      guard doneRows > 0 else {
        throw CodecError(.corrupt, "the file ends before its first row of pixels")
      }
      missing = "the file ends too early; the rest of the picture is missing"
    case VP8_STATUS_OUT_OF_MEMORY: throw Self.noMemory
    // The picture is larger than the memory for its rows.
    case VP8_STATUS_INVALID_PARAM: throw .changed
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      throw CodecError(.unsupported, "the WebP file uses a feature that is not supported")
    default:
      isAtEnd = true
      guard doneRows > 0 else {
        throw CodecError(.corrupt, "the WebP file is damaged (its pixel data is invalid)")
      }
      missing = "parts of the picture are missing or damaged in the file"
    }
  }
}
