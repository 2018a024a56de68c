import CWebP
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// Decodes one compressed picture from its top, as far as the bytes that have been read go.
///
/// libwebp wants room for all rows. Where no alpha channel and no other part is compressed apart,
/// those to come are put to where the ones that have been taken lay: into memory that is in the
/// cache, instead of pages that the system has to find and clear. What is taken else is given back
/// to the system, so that only address space is held.
final class WebPImageReader {
  private let input: PictureInput
  private let image: WebPImage
  private let decoder: OpaquePointer
  /// What libwebp is told about decoding; it keeps looking there.
  private let config: UnsafeMutablePointer<WebPDecoderConfig>
  private let source: WebPSourceBytes
  private let output: AnonymousMemory
  let rowBytes: Int
  /// Rows from the top that are done.
  private(set) var doneRows = 0
  /// Whether no more rows come.
  private(set) var isAtEnd = false
  /// Why not all rows came, in words.
  private(set) var missing: String?
  /// The row that lies first in memory.
  private var firstRow = 0
  /// Bytes of rows that have been given back, from the first row in memory.
  private var releasedBytes = 0
  /// Whether rows are put to where others lay.
  private let rewinds: Bool

  /// What is kept of memory that further rows are put to.
  private static let keptBytes = 4 << 20

  /// Begins at the top of a picture, whose rows are RGB or RGBA.
  ///
  /// With threads, rows of a lossy picture are smoothed and converted on another processor while
  /// more are read.
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
    CodecError(.tooLarge, "There is not enough memory to decode the picture.")
  }

  /// A row that is done.
  func row(_ index: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(output.base + (index - firstRow) * rowBytes)
  }

  /// Gives back the rows up to one.
  func release(upTo row: Int) {
    guard !rewinds else {
      if row == doneRows { rewind() }
      return
    }
    let bytes = row * rowBytes
    // Not for every few rows: a call for some hundred KiB costs nothing.
    guard bytes - releasedBytes >= 256 << 10 || row == image.size.height else { return }
    output.giveBack(releasedBytes..<bytes)
    releasedBytes = bytes
  }

  /// Puts the next row to the beginning of the memory.
  ///
  /// libwebp looks up where rows go each time that it writes some, and writes none again that it
  /// has called done. All that are to come fit behind the beginning, however many the next bytes
  /// make.
  private func rewind() {
    let bytes = (doneRows - firstRow) * rowBytes
    if bytes > Self.keptBytes { output.giveBack(Self.keptBytes..<bytes) }
    firstRow = doneRows
    config.pointee.output.u.RGBA.rgba = UnsafeMutablePointer(
      bitPattern: UInt(bitPattern: output.base) &- UInt(firstRow * rowBytes))
  }

  /// Decodes a little more, for some milliseconds.
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
    // It is larger than the memory for its rows.
    case VP8_STATUS_INVALID_PARAM: throw .changed
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      throw CodecError(.unsupported, "the WebP file uses something that is not supported")
    default:
      isAtEnd = true
      guard doneRows > 0 else {
        throw CodecError(.corrupt, "the WebP file is damaged (its pixels make no sense)")
      }
      missing = "parts of the picture are missing or damaged in the file"
    }
  }
}
