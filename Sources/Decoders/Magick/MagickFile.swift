import CMagick
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Synchronization

/// A file as GraphicsMagick wants it: its bytes, all of them, or a stream of them.
// Sendable without a check: nobody writes to the bytes once they are read.
final class MagickFile: @unchecked Sendable {
  /// The format, by the first bytes.
  let kind: MagickKind
  /// Whether its pixels have no alpha, whatever GraphicsMagick says.
  let isOpaque: Bool
  /// Whether they have one, of which GraphicsMagick says nothing before it decodes them.
  let hasLateAlpha: Bool
  /// Whether its columns come from the right.
  let isMirrored: Bool
  /// What becomes of samples that GraphicsMagick leaves too dark.
  let narrow: NarrowSamples?
  /// How many bytes are held while it is decoded, beside its pixels.
  let heldBytes: Int
  private let input: PictureInput
  /// Whether another decoder may have the file.
  var mayBePassedOn: Bool { input.mayBePassedOn }
  /// The file; `nil` where it is read as a stream.
  private let bytes: UnsafeMutableRawBufferPointer?

  /// The file's bytes.
  let byteCount: Int
  /// The digit that PNM's kinds begin with, after a P.
  private let digit: UInt8

  /// Beyond so many bytes there is no room for a file beside its pixels.
  private static let mostHeld = 200 << 20

  /// Reads a file.
  init(_ input: PictureInput) throws(CodecError) {
    let start = try input.bytes(at: 0, count: 4096)
    guard let kind = MagickKind.of(start) else {
      throw CodecError(.unsupported, "the file is no picture of a known kind")
    }
    self.kind = kind
    self.input = input
    isOpaque = kind.isOpaque(start)
    hasLateAlpha = kind.hasLateAlpha(start)
    isMirrored = kind.isMirrored(start)
    narrow = kind.coder == "BMP" ? NarrowSamples(bitmap: start) : nil
    let count = input.byteCount
    byteCount = count
    digit = start.count > 1 ? start[1] : 0
    guard count <= MemoryClass.mostBytes else { throw CodecError.noMemory }
    if kind.isReadByRows(start) || count > Self.mostHeld && kind.isReadByPixels(start) {
      bytes = nil
      heldBytes = kind.keepsSamples ? count : 0
      return
    }
    guard let memory = malloc(max(1, count)) else { throw CodecError.noMemory }
    let bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
    self.bytes = bytes
    heldBytes = count
    let done = try input.readWhole(into: bytes)
    // It has become shorter meanwhile: what is gone reads as zeros.
    if done < count { memset(memory + done, 0, count - done) }
  }

  deinit { free(bytes?.baseAddress) }

  /// The fewest bytes that a picture's pixels take in a PNM file, where that follows from its
  /// header.
  fileprivate func leastBytes(of image: Image) -> Int? {
    let bytes = image.depth > 8 ? 2 : 1
    let row: Int?
    switch digit {
    case UInt8(ascii: "4"): row = Int(image.columns / 8)
    case UInt8(ascii: "5"): row = checkedProduct(Int(image.columns), bytes)
    case UInt8(ascii: "6"): row = checkedProduct(Int(image.columns), 3, bytes)
    default: row = nil
    }
    return row.flatMap { checkedProduct($0, Int(image.rows)) }
  }

  /// Whether it is a PNM file whose samples are whole bytes and yet only 0 or 1.
  ///
  /// GraphicsMagick takes them for single bits.
  func hasBitsInBytes(_ image: Image) -> Bool {
    image.depth == 1 && (UInt8(ascii: "5")...UInt8(ascii: "7")).contains(digit)
  }

  /// Has GraphicsMagick read pictures, or only headers, on this thread.
  ///
  /// `end` is the place behind what was read, where the file is a stream.
  fileprivate func read(
    headersOnly: Bool, _ info: UnsafeMutablePointer<ImageInfo>,
    _ exception: UnsafeMutablePointer<ExceptionInfo>, end: inout Int?
  ) -> UnsafeMutablePointer<Image>? {
    if let bytes {
      return headersOnly
        ? PingBlob(info, bytes.baseAddress, bytes.count, exception)
        : BlobToImage(info, bytes.baseAddress, bytes.count, exception)
    }
    return MagickStream(input)?.using { file in
      info.pointee.file = file
      defer {
        info.pointee.file = nil
        end = ftell(file)
      }
      return headersOnly ? PingImage(info, exception) : ReadImage(info, exception)
    }
  }
}

/// A file whose header has been read, until somebody decodes it.
///
/// So the first decoding, which nearly always follows, need not read the file a second time.
final class HeldFile: Sendable {
  private let file: Mutex<MagickFile?>

  /// Holds a file.
  init(_ file: MagickFile) { self.file = Mutex(file) }

  /// The file, for the first who asks.
  func take() -> MagickFile? {
    file.withLock { file in
      defer { file = nil }
      return file
    }
  }
}

/// The pictures that GraphicsMagick has made of a file: a list, of headers or of pixels.
final class MagickImages {
  /// The first one.
  let first: UnsafeMutablePointer<Image>
  /// What was not as it should be, although there is a picture.
  let complaint: String?

  /// Reads only headers; where there is one picture it stops before the first pixel.
  static func headers(of file: MagickFile) throws(CodecError) -> MagickImages {
    if let images = try? firstHeader(of: file) { return images }
    // Some kinds have no picture yet when they are stopped; others may have more than one.
    var end: Int?
    return try MagickImages(file) { info, exception in
      file.read(headersOnly: true, info, exception, end: &end)
    }
  }

  /// Reads the first picture's header; `nil` where the file may have another picture.
  private static func firstHeader(of file: MagickFile) throws(CodecError) -> MagickImages? {
    var end: Int?
    let images = try MagickImages(file) { info, exception in
      if file.kind.stopsAtHeader { info.pointee.subrange = 1 }
      return Magick.doing(.header) {
        file.read(headersOnly: true, info, exception, end: &end)
      }
    }
    guard let first = images.list.first else { return nil }
    if file.kind.pages == .single { return images }
    guard let end, let least = file.leastBytes(of: first.pointee),
      file.byteCount - end < least + MagickKind.leastPictureBytes
    else { return nil }
    return images
  }

  /// Decodes one picture of the file.
  static func pixels(
    of file: MagickFile, number: Int, progress: DecodingProgress
  ) throws(CodecError) -> MagickImages {
    try MagickImages(file) { info, exception in
      if file.kind.pages == .inOrder {
        info.pointee.subimage = UInt(number)
        info.pointee.subrange = 1
      }
      var end: Int?
      return Magick.doing(.decoding(progress)) {
        file.read(headersOnly: false, info, exception, end: &end)
      }
    }
  }

  private init(
    _ file: MagickFile,
    _ read: (UnsafeMutablePointer<ImageInfo>, UnsafeMutablePointer<ExceptionInfo>)
      -> UnsafeMutablePointer<Image>?
  ) throws(CodecError) {
    guard let info = CloneImageInfo(nil) else { throw CodecError.noMemory }
    defer { DestroyImageInfo(info) }
    fresnel_magick_set_coder(info, file.kind.coder)
    var exception = ExceptionInfo()
    GetExceptionInfo(&exception)
    defer { DestroyExceptionInfo(&exception) }
    let images = read(info, &exception)
    guard let images else { throw Self.failure(exception, file.kind) }
    first = images
    complaint =
      exception.severity.rawValue >= ErrorException.rawValue
      ? Self.failure(exception, file.kind).sentence : nil
  }

  deinit { DestroyImageList(first) }

  /// The pictures, in the order of the file; those without pixels, which were not read, left out.
  var list: [UnsafeMutablePointer<Image>] {
    var list: [UnsafeMutablePointer<Image>] = []
    var next: UnsafeMutablePointer<Image>? = first
    while let image = next, list.count < Self.most {
      if image.pointee.columns > 0, image.pointee.rows > 0 { list.append(image) }
      next = image.pointee.next
    }
    return list
  }

  /// As many frames as the protocol knows.
  private static let most = 65536

  private static func failure(_ exception: ExceptionInfo, _ kind: MagickKind) -> CodecError {
    let reason = exception.reason.map { String(cString: $0) } ?? "it has no picture"
    switch exception.severity {
    case ResourceLimitError, ResourceLimitFatalError, CacheError, CacheFatalError:
      return CodecError(.tooLarge, "the picture is too large to be decoded (\(reason))")
    case CoderError, MissingDelegateError:
      return CodecError(.unsupported, "this kind of \(kind.name) file is not supported (\(reason))")
    default: return CodecError(.corrupt, "the \(kind.name) file is damaged (\(reason))")
    }
  }
}
