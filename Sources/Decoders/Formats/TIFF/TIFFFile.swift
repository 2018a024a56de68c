import CTIFF
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// An open TIFF file with a current directory, whose fields and pixels are read.
final class TIFFFile {
  /// libtiff's handle.
  let handle: OpaquePointer
  private let source: UnsafeMutablePointer<TIFFSource>
  private let input: PictureInput

  /// The maximum number of bytes that libtiff may allocate at once: a broken file may ask for any
  /// amount.
  private static let mostBytes = 256 << 20

  /// Opens the file and reads its first directory.
  init(_ input: PictureInput) throws(CodecError) {
    let source = UnsafeMutablePointer<TIFFSource>.allocate(capacity: 1)
    source.initialize(to: TIFFSource(input))
    guard let options = TIFFOpenOptionsAlloc() else {
      throw CodecError(.tooLarge, "there is not enough memory to read the picture")
    }
    defer { TIFFOpenOptionsFree(options) }
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, tmsize_t(Self.mostBytes))
    TIFFOpenOptionsSetErrorHandlerExtR(options, TIFFSource.complain, source)
    TIFFOpenOptionsSetWarningHandlerExtR(options, TIFFSource.ignore, source)
    // m: never map the file. D, O: read the offsets of tiles on demand, which fails for planes of
    // old-style JPEG without an error message.
    var opened: OpaquePointer?
    for mode in ["rmDO", "rm"] where opened == nil && source.pointee.message[0] == 0 {
      source.pointee.offset = 0
      opened = TIFFClientOpenExt(
        "picture", mode, source, TIFFSource.read, TIFFSource.write, TIFFSource.seek,
        TIFFSource.close, TIFFSource.length, nil, nil, options)
    }
    guard let opened else {
      let failure = Self.failure(source)
      source.deinitialize(count: 1)
      source.deallocate()
      throw failure
    }
    self.source = source
    self.input = input
    handle = opened
  }

  deinit {
    TIFFClose(handle)
    source.deinitialize(count: 1)
    source.deallocate()
  }

  /// The last call's error, with libtiff's message.
  var failure: CodecError { Self.failure(source) }

  /// libtiff's messages for files that it, or a library that it calls, can't read.
  private static let unknownKinds = [
    "Unsupported JPEG process", "not configured", "not implemented", "Sorry",
  ]

  private static func failure(_ source: UnsafeMutablePointer<TIFFSource>) -> CodecError {
    let reason = source.pointee.message.withUnsafeBufferPointer { buffer in
      String(
        decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    if unknownKinds.contains(where: { reason.containsBytes(of: $0) }) {
      return CodecError(.unsupported, "this kind of TIFF is not supported (\(reason))")
    }
    return CodecError(
      .corrupt, reason.isEmpty ? "the TIFF file is damaged" : "the TIFF file is damaged (\(reason))"
    )
  }

  // MARK: Directories

  /// Makes a directory the current one.
  func select(_ place: TIFFDirectory.Place) throws(CodecError) {
    let status =
      switch place {
      case .page(let number): TIFFSetDirectory(handle, number)
      case .offset(let offset): TIFFSetSubDirectory(handle, offset)
      }
    guard status == 1 else { throw failure }
  }

  /// Makes a directory the current one for reading pixels: libjpeg converts to RGB, and libtiff
  /// leaves the orientation to the reducer.
  ///
  /// libtiff reads it again; throws `CodecError.changed` if it differs.
  func select(_ directory: TIFFDirectory) throws(CodecError) {
    try select(directory.place)
    let again = try TIFFDirectory(of: self, at: directory.place)
    try HeaderReading.again(directory.shape).check(again.shape)
    if directory.compression == COMPRESSION_JPEG {
      set(TIFFTAG_JPEGCOLORMODE, to: JPEGCOLORMODE_RGB)
    }
    set(TIFFTAG_ORIENTATION, to: ORIENTATION_TOPLEFT)
  }

  /// Moves to the next page; returns false after the last one.
  func selectNext() -> Bool { TIFFReadDirectory(handle) == 1 }

  /// The stored data of a block of the current directory; `nil` if there is none.
  func part(ofBlock number: UInt32) -> PictureInput? {
    let offset = TIFFGetStrileOffset(handle, number)
    let count = TIFFGetStrileByteCount(handle, number)
    guard count > 0, let start = Int(exactly: offset), let length = Int(exactly: count) else {
      return nil
    }
    return input.part(from: start, count: length)
  }

  // MARK: Fields

  /// A 16-bit field, or its default by the specification.
  func short(_ tag: Int32) -> Int? {
    var value: UInt16 = 0
    return field(tag, &value) ? Int(value) : nil
  }

  /// A 32-bit field, or its default by the specification.
  func long(_ tag: Int32) -> Int? {
    var value: UInt32 = 0
    return field(tag, &value) ? Int(value) : nil
  }

  /// A list of 16-bit numbers.
  func shorts(_ tag: Int32) -> [Int] {
    var count: UInt16 = 0
    var values: UnsafePointer<UInt16>?
    guard field(tag, &count, &values), let values else { return [] }
    return (0..<Int(count)).map { Int(values[$0]) }
  }

  /// A list of numbers with a count fixed by the specification.
  func floats(_ tag: Int32, count: Int) -> [Float] {
    var values: UnsafePointer<Float>?
    guard field(tag, &values), let values else { return [] }
    return (0..<count).map { values[$0] }
  }

  /// The subsampling of colour differences, across and down: 1, 2 or 4.
  var thinning: PixelSize {
    var (across, down): (UInt16, UInt16) = (1, 1)
    guard field(TIFFTAG_YCBCRSUBSAMPLING, &across, &down), [1, 2, 4].contains(across),
      [1, 2, 4].contains(down)
    else { return PixelSize(width: 1, height: 1) }
    return PixelSize(width: Int(across), height: Int(down))
  }

  /// The file offsets of subdirectories of the current one.
  var subDirectories: [UInt64] {
    var count: UInt16 = 0
    var values: UnsafePointer<UInt64>?
    guard field(TIFFTAG_SUBIFD, &count, &values), let values else { return [] }
    return (0..<Int(count)).map { values[$0] }
  }

  /// The maximum number of bytes of text to search for a maker's name, which is near the start.
  private static let mostText = 1 << 16

  /// The start of a text field; empty if there is none.
  func text(_ tag: Int32, most: Int = mostText) -> String {
    var text: UnsafePointer<CChar>?
    guard field(tag, &text), let text else { return "" }
    let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, most))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// True if the directory has a field.
  func has(_ tag: Int32) -> Bool {
    // Room for a count and a pointer.
    var (first, second) = (0, 0)
    return withUnsafeMutablePointer(to: &first) { first in
      withUnsafeMutablePointer(to: &second) { second in
        withVaList([first, second]) { TIFFVGetField(handle, UInt32(tag), $0) } == 1
      }
    }
  }

  /// The start of the XMP packet as text; empty if there is none.
  var packet: String {
    var count: UInt32 = 0
    var bytes: UnsafePointer<UInt8>?
    guard field(TIFFTAG_XMLPACKET, &count, &bytes), let bytes else { return "" }
    let start = UnsafeBufferPointer(start: bytes, count: min(Int(count), Self.mostText))
    return String(decoding: start, as: UTF8.self)
  }

  /// True if the file has the signature of Canon's CR2 after its header.
  var isCanonRaw: Bool { source.pointee.bytes(at: 8, count: 2) == Array("CR".utf8) }

  /// The embedded colour profile.
  var profile: [UInt8] {
    var count: UInt32 = 0
    var bytes: UnsafePointer<UInt8>?
    guard field(TIFFTAG_ICCPROFILE, &count, &bytes), let bytes else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// The smallest and largest value, if the file states both.
  var saidRange: (low: Double, high: Double)? {
    var (low, high) = (Double.nan, Double.nan)
    guard plainField(TIFFTAG_SMINSAMPLEVALUE, &low), plainField(TIFFTAG_SMAXSAMPLEVALUE, &high),
      low.isFinite, high.isFinite, low < high
    else { return nil }
    return (low, high)
  }

  /// The value for missing measurements, as GDAL writes it: a number as text.
  var missingValue: Double? {
    // A tag that libtiff has no name for is returned with its length.
    guard let known = TIFFFindField(handle, UInt32(TIFFTAG_GDAL_NODATA), TIFF_NOTYPE),
      TIFFFieldPassCount(known) != 0
    else { return nil }
    var count: UInt32 = 0
    var text: UnsafePointer<CChar>?
    let isThere = withUnsafeMutablePointer(to: &count) { count in
      withUnsafeMutablePointer(to: &text) { text in
        withVaList([count, text]) { TIFFVGetField(handle, UInt32(TIFFTAG_GDAL_NODATA), $0) } == 1
      }
    }
    guard isThere, let text, count > 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(start: text, count: min(Int(count), 64))
    let word = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    return Double(word.filter { !$0.isWhitespace })
  }

  private func plainField(_ tag: Int32, _ value: inout Double) -> Bool {
    withUnsafeMutablePointer(to: &value) { value in
      withVaList([value]) { TIFFVGetField(handle, UInt32(tag), $0) } == 1
    }
  }

  /// A palette of `count` colours, 16 bits per channel.
  func palette(count: Int) -> [(red: UInt16, green: UInt16, blue: UInt16)] {
    var red: UnsafePointer<UInt16>?
    var green: UnsafePointer<UInt16>?
    var blue: UnsafePointer<UInt16>?
    let found = withUnsafeMutablePointer(to: &red) { red in
      withUnsafeMutablePointer(to: &green) { green in
        withUnsafeMutablePointer(to: &blue) { blue in
          withVaList([red, green, blue]) { TIFFVGetField(handle, UInt32(TIFFTAG_COLORMAP), $0) }
        }
      }
    }
    guard found == 1, let red, let green, let blue else { return [] }
    return (0..<count).map { (red[$0], green[$0], blue[$0]) }
  }

  private func field<Value>(_ tag: Int32, _ value: inout Value) -> Bool {
    withUnsafeMutablePointer(to: &value) { value in
      withVaList([value]) { TIFFVGetFieldDefaulted(handle, UInt32(tag), $0) } == 1
    }
  }

  private func field<Count, Value>(
    _ tag: Int32, _ count: inout Count, _ value: inout Value
  ) -> Bool {
    withUnsafeMutablePointer(to: &count) { count in
      withUnsafeMutablePointer(to: &value) { value in
        withVaList([count, value]) { TIFFVGetFieldDefaulted(handle, UInt32(tag), $0) } == 1
      }
    }
  }

  /// Overrides a field for reading; nothing is written.
  func set(_ tag: Int32, to value: Int32) {
    _ = withVaList([value]) { TIFFVSetField(handle, UInt32(tag), $0) }
  }
}
