import CMagick
import DecoderKit
import DecoderProtocol
import Glibc
import Synchronization

/// A file's bytes, all of them, as GraphicsMagick wants them.
// Sendable without a check: nobody writes to the bytes once they are read.
final class MagickFile: @unchecked Sendable {
  /// The format, by the first bytes.
  let kind: MagickKind
  /// Whether its pixels have no alpha, whatever GraphicsMagick says.
  let isOpaque: Bool
  /// The file.
  let bytes: UnsafeMutableRawBufferPointer

  /// Reads a file.
  init(_ input: PictureInput) throws(CodecError) {
    let start = try input.bytes(at: 0, count: 4096)
    guard let kind = MagickKind.of(start) else {
      throw CodecError(.unsupported, "the file is no picture of a known kind")
    }
    let count = input.byteCount
    guard count <= MemoryClass.mostBytes, let memory = malloc(max(1, count)) else {
      throw CodecError.noMemory
    }
    self.kind = kind
    isOpaque = kind.isOpaque(start)
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
    let done = try input.readWhole(into: bytes)
    // It has become shorter meanwhile: what is gone reads as zeros.
    if done < count { memset(memory + done, 0, count - done) }
  }

  deinit { free(bytes.baseAddress) }
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

  /// Reads only headers; of formats with one picture it stops before the first pixel.
  static func headers(of file: MagickFile) throws(CodecError) -> MagickImages {
    if file.kind.pages == .single,
      let images = try? MagickImages(
        file,
        { info, exception in
          Magick.doing(.header) {
            PingBlob(info, file.bytes.baseAddress, file.bytes.count, exception)
          }
        }), !images.list.isEmpty
    {
      return images
    }
    // Some kinds have no picture yet when they are stopped.
    return try MagickImages(file) { info, exception in
      PingBlob(info, file.bytes.baseAddress, file.bytes.count, exception)
    }
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
      return Magick.doing(.decoding(progress)) {
        BlobToImage(info, file.bytes.baseAddress, file.bytes.count, exception)
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
