import CFITSIO
import DecoderKit
import DecoderProtocol
import Geometry

/// A FITS file opened by cfitsio, with one current unit (HDU).
final class FITSFile {
  private let handle: UnsafeMutablePointer<fitsfile>
  private let byteCount: Int

  /// The maximum number of units to read; a file with more is a catalogue of something else.
  private static let mostUnits: Int32 = 1024
  /// The maximum number of axes to read; the format allows 999, of which pictures use up to four.
  private static let mostAxes = 9
  /// Every part of a file is padded to a multiple of this.
  private static let blockBytes = 2880
  /// The buffer size for a keyword's value, and for its comment.
  private static let valueBytes = 81

  init(_ input: PictureInput) throws(CodecError) {
    guard let name = FITSStreams.name(for: input) else { throw .noMemory }
    var handle: UnsafeMutablePointer<fitsfile>?
    var status: Int32 = 0
    guard ffopen(&handle, name, READONLY, &status) == 0, let handle else {
      FITSStreams.forget(name)
      throw Self.failure(status)
    }
    self.handle = handle
    byteCount = input.byteCount
  }

  deinit {
    var status: Int32 = 0
    ffclos(handle, &status)
    ffcmsg()
  }

  /// A failed call's error, with cfitsio's message.
  private static func failure(_ status: Int32) -> CodecError {
    var words = [CChar](repeating: 0, count: 31)
    ffgerr(status, &words)
    ffcmsg()
    let reason = String(
      decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch status {
    case MEMORY_ALLOCATION, ARRAY_TOO_BIG: return .noMemory
    default: return CodecError(.corrupt, "the FITS file is damaged (\(reason))")
    }
  }

  // MARK: Units

  /// The image arrays, in file order.
  ///
  /// Units after a damaged one can't be found.
  var images: [FITSImage] {
    var images: [FITSImage] = []
    for unit in 1...Self.mostUnits {
      var (kind, status): (Int32, Int32) = (0, 0)
      guard ffmahd(handle, unit, &kind, &status) == 0 else { break }
      if kind == IMAGE_HDU, let image = image(inUnit: unit) { images.append(image) }
    }
    ffcmsg()
    return images
  }

  private func image(inUnit unit: Int32) -> FITSImage? {
    var (type, axes, status): (Int32, Int32, Int32) = (0, 0, 0)
    var lengths = [LONGLONG](repeating: 0, count: Self.mostAxes)
    guard
      ffgiprll(handle, Int32(Self.mostAxes), &type, &axes, &lengths, &status) == 0, axes > 0,
      // cfitsio's own limit is the same.
      axes <= Self.mostAxes
    else { return nil }
    var (header, data, end): (LONGLONG, LONGLONG, LONGLONG) = (0, 0, 0)
    guard ffghadll(handle, &header, &data, &end, &status) == 0 else { return nil }
    let isCompressed = fits_is_compressed_image(handle, &status) != 0
    return FITSImage(
      unit: unit, axes: lengths.prefix(Int(axes)).map { Int($0) },
      storage: isCompressed ? nil : .init(start: Int(data), bytes: Int(abs(type)) / 8),
      name: text("EXTNAME"), meaning: text("CTYPE3"))
  }

  /// A keyword's text in the current unit; empty if there is none.
  private func text(_ keyword: String) -> String {
    var value = [CChar](repeating: 0, count: Self.valueBytes)
    var comment = value
    var status: Int32 = 0
    guard ffgkys(handle, keyword, &value, &comment, &status) == 0 else { return "" }
    let bytes = value.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Numbers

  /// Makes an image's unit the current one.
  ///
  /// cfitsio reads its header again; throws `CodecError.changed` if it differs. Compressed tiles
  /// must be complete in the file: cfitsio would read past its buffer for missing ones.
  func select(_ image: FITSImage) throws(CodecError) {
    var (kind, status): (Int32, Int32) = (0, 0)
    var (header, data, end): (LONGLONG, LONGLONG, LONGLONG) = (0, 0, 0)
    guard ffmahd(handle, image.unit, &kind, &status) == 0,
      ffghadll(handle, &header, &data, &end, &status) == 0
    else { throw Self.failure(status) }
    guard self.image(inUnit: image.unit) == image else { throw .changed }
    guard !image.isCompressed || Int(end) < byteCount + Self.blockBytes else { throw Self.isCut }
  }

  private static let isCut = CodecError(.corrupt, "the FITS file ends too early")

  /// Reads physical values of the current unit's image, from the start of a row.
  ///
  /// They are in file order; missing measurements are NaN. The end of the file is checked here,
  /// since cfitsio would make up some of the missing data.
  func read(
    _ image: FITSImage, row: Int, plane: Int, count: Int,
    into values: UnsafeMutablePointer<Double>
  ) throws(CodecError) {
    guard image.end(row: row, plane: plane, count: count).map({ $0 <= byteCount }) ?? true else {
      throw Self.isCut
    }
    var first = image.place(row: row, plane: plane).map { LONGLONG($0) }
    var nothing = Double.nan
    var (any, status): (Int32, Int32) = (0, 0)
    guard
      ffgpxvll(
        handle, TDOUBLE, &first, LONGLONG(count), &nothing, values, &any, &status) == 0
    else { throw Self.failure(status) }
  }
}
