import CRaw
import DecoderKit
import DecoderProtocol
import Geometry

/// A raw file opened by LibRaw.
///
/// Use it on one thread at a time; the developed pixels may be read on any.
final class RawFile {
  /// The shape that the picture's memory depends on.
  let shape: RowShape
  private let handle: OpaquePointer
  private let reader: LibraryReader
  /// True if the embedded pictures are in Adobe RGB; known after `description`.
  private var isAdobe = false

  /// The maximum number of bytes in the sensor's samples.
  private static let mostSampleBytes: Int64 = 1 << 30

  /// Reads everything before the samples.
  init(_ input: PictureInput, _ reading: HeaderReading) throws(CodecError) {
    let reader = LibraryReader(input)
    var status = FRESNEL_RAW_OK
    let handle = fresnel_raw_open(
      { context, offset, target, count in
        guard let context, let target, count > 0 else { return 0 }
        let reader = Unmanaged<LibraryReader>.fromOpaque(context).takeUnretainedValue()
        let buffer = UnsafeMutableRawBufferPointer(start: target, count: Int(count))
        return Int64(reader.read(at: Int(offset), into: buffer))
      }, Unmanaged.passUnretained(reader).toOpaque(), Int64(input.byteCount),
      Self.mostSampleBytes, &status)
    guard let handle else { throw reader.failure ?? Self.failure(status) }
    var read = fresnel_raw_shape()
    fresnel_raw_read_shape(handle, &read)
    shape = RowShape(
      size: PixelSize(width: Int(read.width), height: Int(read.height)),
      details: [
        read.sensor_width, read.sensor_height, read.flip, read.filters, read.colors, read.bits,
      ].map { Int($0) })
    self.handle = handle
    self.reader = reader
    try reading.check(self.shape)
  }

  deinit { fresnel_raw_close(handle) }

  /// LibRaw's description of the picture before the samples are read; call it once.
  func description() throws(CodecError) -> fresnel_raw_picture {
    var picture = fresnel_raw_picture()
    try check(fresnel_raw_describe(handle, &picture))
    isAdobe = picture.is_adobe_rgb != 0
    return picture
  }

  /// The largest embedded picture; `nil` if none can be read.
  func embeddedPicture() -> EmbeddedPicture? {
    var small = fresnel_raw_small()
    guard fresnel_raw_read_small(handle, &small) == FRESNEL_RAW_OK, let bytes = small.bytes else {
      return nil
    }
    return EmbeddedPicture(
      small, UnsafeRawBufferPointer(start: bytes, count: small.count), isAdobe: isAdobe)
  }

  /// Reads and develops the samples, however long that takes.
  ///
  /// `goesOn` is called from time to time with the progress, 0 to 1; returning false cancels with
  /// an error.
  func develop(
    atHalfSize: Bool, goesOn: (Double) -> Bool
  ) throws(CodecError) {
    let status = withoutActuallyEscaping(goesOn) { goesOn in
      var watch = Watch(goesOn: goesOn)
      return withUnsafeMutablePointer(to: &watch) { watch in
        fresnel_raw_develop(
          handle, atHalfSize ? 1 : 0,
          { context, fraction in
            guard let watch = context?.assumingMemoryBound(to: Watch.self) else { return 0 }
            return watch.pointee.goesOn(fraction) ? 0 : 1
          }, watch)
      }
    }
    try check(status)
  }

  private struct Watch {
    let goesOn: (Double) -> Bool
  }

  /// The developed pixels; `nil` before `develop`.
  var pixels: RawPixels? {
    var (width, height, isGray) = (UInt32(0), UInt32(0), Int32(0))
    guard let samples = fresnel_raw_pixels(handle, &width, &height, &isGray) else { return nil }
    return RawPixels(
      samples: samples, size: PixelSize(width: Int(width), height: Int(height)),
      isGray: isGray != 0)
  }

  /// True if some samples are missing or damaged in the file.
  var hasGaps: Bool { fresnel_raw_has_gaps(handle) != 0 }

  private func check(_ status: fresnel_raw_status) throws(CodecError) {
    if status != FRESNEL_RAW_OK { throw reader.failure ?? Self.failure(status) }
  }

  private static func failure(_ status: fresnel_raw_status) -> CodecError {
    switch status {
    case FRESNEL_RAW_UNSUPPORTED:
      CodecError(
        .unsupported, "LibRaw does not support this camera, or this encoding of its raw pictures"
      )
    case FRESNEL_RAW_NO_MEMORY: .noMemory
    case FRESNEL_RAW_STOPPED: CodecError(.other, "decoding was cancelled")
    default: CodecError(.corrupt, "the raw picture is damaged")
    }
  }
}

/// LibRaw's result: linear light with sRGB's primaries, where 65 535 is white.
struct RawPixels {
  /// Four samples per pixel, of which the last is unused; for grey only the first is used.
  let samples: UnsafePointer<UInt16>
  let size: PixelSize
  let isGray: Bool
}
