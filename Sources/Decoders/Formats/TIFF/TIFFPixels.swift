import CTIFF
import DecoderKit
import DecoderProtocol
import Resampling

/// The conversion of stored pixels to the reducer's rows.
///
/// `bytes` pixels keep their format with small corrections; others are looked up, converted by a
/// type of their own or, for rare kinds, converted to 8-bit RGBA by libtiff.
struct TIFFPixels {
  /// Corrections of pixels with whole bytes per sample.
  struct Correction: OptionSet {
    let rawValue: Int
    /// White is 0.
    static let inverted = Correction(rawValue: 1)
    /// Colours are premultiplied.
    static let premultiplied = Correction(rawValue: 2)
  }

  /// The kind of conversion.
  enum Method {
    /// 8-bit or 16-bit samples.
    case bytes(Correction)
    /// One sample of `bits` bits, an index into a table of bytes.
    case table(bits: Int, entries: [UInt8])
    /// A palette index and other samples.
    case palette(TIFFPalette)
    /// Numbers of other types.
    case numbers(TIFFNumbers)
    /// L*a*b*.
    case lab(TIFFLab)
    /// YCbCr in separate planes.
    case differences(TIFFDifferences)
    /// libtiff converts.
    case convertedByLibrary
  }

  let format: RowFormat
  let method: Method
  let hasAlpha: Bool

  /// The colour space of the rows, if no profile states it.
  var color: SourceColor? {
    if case .lab = method { .lab } else { nil }
  }

  /// True if the rows are light.
  var isLight: Bool { format.depth == 32 }

  /// The conversion for a file's current directory; throws if it is not supported.
  ///
  /// Float colours are light if the viewer accepts that.
  init(
    _ directory: TIFFDirectory, of file: TIFFFile, acceptsLight: Bool
  ) throws(CodecError) {
    if let numbers = TIFFNumbers(
      directory, missing: file.missingValue, acceptsLight: acceptsLight),
      // Greys of few bits are faster with a table.
      directory.sampleFormat != SAMPLEFORMAT_UINT || directory.samples > 1 || directory.bits > 4
        || directory.bits == 3
    {
      format = numbers.format
      method = .numbers(numbers)
      hasAlpha = numbers.format.channels.hasAlpha
      return
    }
    if let lab = TIFFLab(directory) {
      format = lab.format
      method = .lab(lab)
      hasAlpha = lab.format.channels.hasAlpha
      return
    }
    if let differences = TIFFDifferences(directory, of: file) {
      format = differences.format
      method = .differences(differences)
      hasAlpha = differences.format.channels.hasAlpha
      return
    }
    guard directory.sampleFormat == SAMPLEFORMAT_UINT, let colors = Self.colors(directory) else {
      (format, method, hasAlpha) = try Self.byLibrary(directory, file)
      return
    }
    switch (directory.photometric, directory.bits) {
    case (PHOTOMETRIC_MINISWHITE, 1), (PHOTOMETRIC_MINISWHITE, 2), (PHOTOMETRIC_MINISWHITE, 4),
      (PHOTOMETRIC_MINISBLACK, 1), (PHOTOMETRIC_MINISBLACK, 2), (PHOTOMETRIC_MINISBLACK, 4):
      guard directory.samples == 1 else { fallthrough }
      let last = (1 << directory.bits) - 1
      let greys = (0...last).map { UInt8($0 * 255 / last) }
      let isInverted = directory.photometric == PHOTOMETRIC_MINISWHITE
      format = RowFormat(channels: .gray)
      method = .table(bits: directory.bits, entries: isInverted ? greys.reversed() : greys)
      hasAlpha = false
    case (PHOTOMETRIC_PALETTE, 1...16):
      let entries = Self.entries(file.palette(count: 1 << directory.bits))
      guard !entries.isEmpty else {
        throw CodecError(.corrupt, "the TIFF file is damaged (its palette is missing)")
      }
      if directory.samples == 1, [1, 2, 4, 8].contains(directory.bits) {
        format = RowFormat(channels: .rgb)
        method = .table(bits: directory.bits, entries: entries)
      } else {
        let palette = TIFFPalette(directory, entries: entries)
        format = palette.format
        method = .palette(palette)
      }
      hasAlpha = format.channels.hasAlpha
    case (_, 8) where directory.photometric != PHOTOMETRIC_PALETTE,
      (_, 16) where directory.photometric != PHOTOMETRIC_PALETTE:
      let isPremultiplied = directory.extraSamples.first == Int(EXTRASAMPLE_ASSOCALPHA)
      let channels = Self.channels(colors: colors, hasAlpha: directory.hasAlpha(behind: colors))
      var correction: Correction = []
      if directory.photometric == PHOTOMETRIC_MINISWHITE { correction.insert(.inverted) }
      if isPremultiplied, channels.hasAlpha { correction.insert(.premultiplied) }
      format = RowFormat(
        channels: channels, depth: directory.bits,
        bytesPerPixel: directory.samples * directory.bits / 8)
      method = .bytes(correction)
      hasAlpha = channels.hasAlpha
    default:
      (format, method, hasAlpha) = try Self.byLibrary(directory, file)
    }
  }

  /// A palette's red, green and blue, 8 bits each.
  private static func entries(
    _ palette: [(red: UInt16, green: UInt16, blue: UInt16)]
  ) -> [UInt8] {
    // Old programs wrote 8-bit values instead of 16-bit ones.
    let isOld = palette.allSatisfy { $0.red < 256 && $0.green < 256 && $0.blue < 256 }
    return palette.flatMap { color in
      [color.red, color.green, color.blue].map { isOld ? UInt8($0) : UInt8($0 >> 8) }
    }
  }

  /// The number of colour samples; `nil` if libtiff must convert.
  private static func colors(_ directory: TIFFDirectory) -> Int? {
    let colors: Int
    switch directory.photometric {
    case PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_PALETTE: colors = 1
    case PHOTOMETRIC_RGB: colors = 3
    case PHOTOMETRIC_SEPARATED: colors = 4
    // libjpeg converts it to RGB.
    case PHOTOMETRIC_YCBCR where directory.compression == COMPRESSION_JPEG && !directory.isSeparate:
      colors = 3
    case PHOTOMETRIC_YCBCR where directory.isWavelets && !directory.isSeparate: colors = 3
    default: return nil
    }
    return directory.samples >= colors && directory.samples <= 64 ? colors : nil
  }

  static func channels(colors: Int, hasAlpha: Bool) -> RowFormat.Channels {
    switch colors {
    case 1: hasAlpha ? .grayAlpha : .gray
    case 3: hasAlpha ? .rgba : .rgb
    default: hasAlpha ? .cmyka : .cmyk
    }
  }

  private static func byLibrary(
    _ directory: TIFFDirectory, _ file: TIFFFile
  ) throws(CodecError) -> (RowFormat, Method, Bool) {
    var reason = [CChar](repeating: 0, count: 1024)
    guard TIFFRGBAImageOK(file.handle, &reason) == 1 else {
      let words = String(
        decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw CodecError(.unsupported, "this kind of TIFF is not supported (\(words))")
    }
    let hasAlpha = directory.extraSamples.contains {
      Int32($0) == EXTRASAMPLE_ASSOCALPHA || Int32($0) == EXTRASAMPLE_UNASSALPHA
    }
    // libtiff premultiplies; this is undone when rows are copied.
    return (
      RowFormat(channels: hasAlpha ? .rgba : .rgb, bytesPerPixel: 4), .convertedByLibrary, hasAlpha
    )
  }
}
