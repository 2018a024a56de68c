import CTIFF
import DecoderKit
import DecoderProtocol
import Geometry
import Platform

/// What one directory of a file says of its picture.
struct TIFFDirectory: Hashable {
  /// Where a directory is.
  enum Place: Hashable {
    /// In the file's chain of pages.
    case page(UInt32)
    /// Inside a page, at a place of the file.
    case offset(UInt64)
  }

  let place: Place
  let size: PixelSize
  /// The size of a tile, or of a strip.
  let block: PixelSize
  let isTiled: Bool
  let bits: Int
  let samples: Int
  let photometric: Int32
  let sampleFormat: Int32
  let compression: Int32
  /// Whether each channel stands in blocks of its own.
  let isSeparate: Bool
  let extraSamples: [Int]
  /// What colour differences that stand in blocks of their own are thinned by.
  let thinning: PixelSize
  let orientation: Int
  /// Whether it says of itself that it is a smaller version of another.
  let isReduction: Bool
  /// Whether it says of itself that it is a mask.
  let isMask: Bool
  /// Whether it says that Bio-Formats wrote it.
  let isOfBioFormats: Bool

  /// Reads the current directory of a file.
  init(of file: TIFFFile, at place: Place) throws(CodecError) {
    self.place = place
    size = PixelSize(
      width: file.long(TIFFTAG_IMAGEWIDTH) ?? 0, height: file.long(TIFFTAG_IMAGELENGTH) ?? 0)
    guard !size.isEmpty else { throw CodecError(.corrupt, "the picture has no pixels") }
    isTiled = TIFFIsTiled(file.handle) != 0
    if isTiled {
      block = PixelSize(
        width: file.long(TIFFTAG_TILEWIDTH) ?? 0, height: file.long(TIFFTAG_TILELENGTH) ?? 0)
    } else {
      let rows = file.long(TIFFTAG_ROWSPERSTRIP) ?? size.height
      block = PixelSize(width: size.width, height: max(1, min(rows, size.height)))
    }
    guard !block.isEmpty else { throw CodecError(.corrupt, "the picture's tiles are empty") }
    bits = file.short(TIFFTAG_BITSPERSAMPLE) ?? 1
    samples = file.short(TIFFTAG_SAMPLESPERPIXEL) ?? 1
    compression = file.short(TIFFTAG_COMPRESSION).map { Int32($0) } ?? COMPRESSION_NONE
    photometric =
      file.short(TIFFTAG_PHOTOMETRIC).map { Int32($0) }
      ?? Self.usualPhotometric(samples: samples, compression)
    let kind = file.short(TIFFTAG_SAMPLEFORMAT).map { Int32($0) } ?? SAMPLEFORMAT_UINT
    // Who does not say what samples are means numbers.
    sampleFormat = kind == SAMPLEFORMAT_VOID ? SAMPLEFORMAT_UINT : kind
    isSeparate =
      samples > 1 && file.short(TIFFTAG_PLANARCONFIG).map { Int32($0) } == PLANARCONFIG_SEPARATE
    // Who does not say what a fourth one is means alpha, as libtiff has it.
    let isAlpha =
      samples == 4 && photometric == PHOTOMETRIC_RGB && !file.has(TIFFTAG_EXTRASAMPLES)
    extraSamples =
      isAlpha ? [Int(EXTRASAMPLE_ASSOCALPHA)] : file.shorts(TIFFTAG_EXTRASAMPLES)
    thinning =
      isSeparate && photometric == PHOTOMETRIC_YCBCR
      ? file.thinning : PixelSize(width: 1, height: 1)
    orientation = file.short(TIFFTAG_ORIENTATION) ?? 1
    let role = Int32(truncatingIfNeeded: file.long(TIFFTAG_SUBFILETYPE) ?? 0)
    isReduction = role & FILETYPE_REDUCEDIMAGE != 0
    isMask = role & FILETYPE_MASK != 0
    isOfBioFormats = file.text(TIFFTAG_SOFTWARE, most: 64).containsBytes(of: "Bio-Formats")
  }

  /// What samples mean that nothing is said of: faxes are black on white.
  private static func usualPhotometric(samples: Int, _ compression: Int32) -> Int32 {
    let faxes: Set<Int32> = [
      COMPRESSION_CCITTRLE, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4, COMPRESSION_CCITTRLEW,
    ]
    if faxes.contains(compression) { return PHOTOMETRIC_MINISWHITE }
    return samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK
  }

  /// What the memory for its blocks rests on, and the way from them to pixels.
  var shape: RowShape {
    let layout = [block.width, block.height, isTiled ? 1 : 0, isSeparate ? 1 : 0, bits, samples]
    let kinds = [photometric, sampleFormat, compression].map { Int($0) }
    return RowShape(
      size: size, details: layout + kinds + [thinning.width, thinning.height] + extraSamples)
  }

  /// Whether alpha follows so many samples of colours.
  func hasAlpha(behind colors: Int) -> Bool {
    let extra = extraSamples.first.map { Int32($0) }
    return samples > colors
      && (extra == EXTRASAMPLE_ASSOCALPHA || extra == EXTRASAMPLE_UNASSALPHA)
  }

  /// Whether the pixels of another directory are made and laid down the same way.
  func isLike(_ other: TIFFDirectory) -> Bool {
    bits == other.bits && samples == other.samples && photometric == other.photometric
      && sampleFormat == other.sampleFormat && extraSamples == other.extraSamples
      && orientation == other.orientation && isSeparate == other.isSeparate
  }
}
