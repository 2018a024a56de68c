import CTIFF
import DecoderKit
import DecoderProtocol
import Resampling

/// How stored pixels become rows that the reducer takes.
///
/// `bytes` pixels are kept as they are stored and only mended; the others are looked up or, for
/// kinds that are rare, made by libtiff's own conversion to RGBA of 8 bits.
struct TIFFPixels {
  /// What is done to pixels whose samples are whole bytes.
  struct Mending: OptionSet {
    let rawValue: Int
    /// White is 0.
    static let inverted = Mending(rawValue: 1)
    /// Colours are multiplied by alpha.
    static let premultiplied = Mending(rawValue: 2)
  }

  /// The way from stored pixels to rows.
  enum Method {
    /// Samples of 8 or 16 bits.
    case bytes(Mending)
    /// One sample of so many bits, which stands for the bytes of one of these entries.
    case table(bits: Int, entries: [UInt8])
    /// The number of a colour, and other samples.
    case palette(TIFFPalette)
    /// Numbers of other kinds.
    case numbers(TIFFNumbers)
    /// Lightness and two colours.
    case lab(TIFFLab)
    /// A brightness and two colour differences that stand apart.
    case differences(TIFFDifferences)
    /// libtiff converts.
    case convertedByLibrary
  }

  let format: RowFormat
  let method: Method
  let hasAlpha: Bool

  /// What the rows stand for, where no profile says it.
  var color: SourceColor? {
    if case .lab = method { .lab } else { nil }
  }

  /// Whether they are light.
  var isLight: Bool { format.depth == 32 }

  /// The way for the current directory of a file; it throws where nothing can show it.
  ///
  /// Where light is accepted, colours in floating point are that.
  init(
    _ directory: TIFFDirectory, of file: TIFFFile, acceptsLight: Bool
  ) throws(CodecError) {
    if let numbers = TIFFNumbers(
      directory, missing: file.missingValue, acceptsLight: acceptsLight),
      // Few greys are quicker looked up.
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
        throw CodecError(.corrupt, "the TIFF file is damaged (it has no colours for its numbers)")
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
      var mending: Mending = []
      if directory.photometric == PHOTOMETRIC_MINISWHITE { mending.insert(.inverted) }
      if isPremultiplied, channels.hasAlpha { mending.insert(.premultiplied) }
      format = RowFormat(
        channels: channels, depth: directory.bits,
        bytesPerPixel: directory.samples * directory.bits / 8)
      method = .bytes(mending)
      hasAlpha = channels.hasAlpha
    default:
      (format, method, hasAlpha) = try Self.byLibrary(directory, file)
    }
  }

  /// Red, green and blue of a palette's colours, 8 bits each.
  private static func entries(
    _ palette: [(red: UInt16, green: UInt16, blue: UInt16)]
  ) -> [UInt8] {
    // Old programs wrote 8 bits where the format has 16.
    let isOld = palette.allSatisfy { $0.red < 256 && $0.green < 256 && $0.blue < 256 }
    return palette.flatMap { color in
      [color.red, color.green, color.blue].map { isOld ? UInt8($0) : UInt8($0 >> 8) }
    }
  }

  /// How many of the samples are colours; `nil` for what libtiff has to convert.
  private static func colors(_ directory: TIFFDirectory) -> Int? {
    let colors: Int
    switch directory.photometric {
    case PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_PALETTE: colors = 1
    case PHOTOMETRIC_RGB: colors = 3
    case PHOTOMETRIC_SEPARATED: colors = 4
    // libjpeg turns it into RGB on the way.
    case PHOTOMETRIC_YCBCR where directory.compression == COMPRESSION_JPEG && !directory.isSeparate:
      colors = 3
    case PHOTOMETRIC_YCBCR where directory.isWavelets && !directory.isSeparate: colors = 3
    default: return nil
    }
    return directory.samples >= colors && directory.samples <= 64 ? colors : nil
  }

  private static func channels(colors: Int, hasAlpha: Bool) -> RowFormat.Channels {
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
      throw CodecError(.unsupported, "this kind of TIFF can't be shown (\(words))")
    }
    let hasAlpha = directory.extraSamples.contains {
      Int32($0) == EXTRASAMPLE_ASSOCALPHA || Int32($0) == EXTRASAMPLE_UNASSALPHA
    }
    // libtiff multiplies by alpha; it is undone where the rows are copied.
    return (
      RowFormat(channels: hasAlpha ? .rgba : .rgb, bytesPerPixel: 4), .convertedByLibrary, hasAlpha
    )
  }
}
