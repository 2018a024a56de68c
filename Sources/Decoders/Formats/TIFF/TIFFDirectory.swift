import CTIFF
import DecoderKit
import DecoderProtocol
import Geometry
import Platform

/// The properties of one directory of a file.
struct TIFFDirectory: Hashable {
  /// A directory's location.
  enum Place: Hashable {
    /// In the file's chain of pages.
    case page(UInt32)
    /// A subdirectory of a page, at a file offset.
    case offset(UInt64)
  }

  let place: Place
  let size: PixelSize
  let block: PixelSize
  let isTiled: Bool
  let bits: Int
  let samples: Int
  let photometric: Int32
  let sampleFormat: Int32
  let compression: Int32
  /// True if each channel has blocks of its own.
  let isSeparate: Bool
  let extraSamples: [Int]
  /// The subsampling of colour differences in separate planes.
  let thinning: PixelSize
  let orientation: Int
  /// True if it is marked as a reduced version of another.
  let isReduction: Bool
  /// True if it is marked as a mask.
  let isMask: Bool
  /// True if Bio-Formats wrote the file.
  let isOfBioFormats: Bool

  /// Reads the file's current directory.
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
    // Samples of an undefined type are read as unsigned integers.
    sampleFormat = kind == SAMPLEFORMAT_VOID ? SAMPLEFORMAT_UINT : kind
    isSeparate =
      samples > 1 && file.short(TIFFTAG_PLANARCONFIG).map { Int32($0) } == PLANARCONFIG_SEPARATE
    // An undeclared fourth sample is alpha, as in libtiff.
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

  /// The default meaning of samples: faxes are black on white.
  private static func usualPhotometric(samples: Int, _ compression: Int32) -> Int32 {
    let faxes: Set<Int32> = [
      COMPRESSION_CCITTRLE, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4, COMPRESSION_CCITTRLEW,
    ]
    if faxes.contains(compression) { return PHOTOMETRIC_MINISWHITE }
    return samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK
  }

  /// The shape that the blocks' memory and their conversion depend on.
  var shape: RowShape {
    let layout = [block.width, block.height, isTiled ? 1 : 0, isSeparate ? 1 : 0, bits, samples]
    let kinds = [photometric, sampleFormat, compression].map { Int($0) }
    return RowShape(
      size: size, details: layout + kinds + [thinning.width, thinning.height] + extraSamples)
  }

  /// True if alpha follows the given number of colours.
  func hasAlpha(behind colors: Int) -> Bool {
    let extra = extraSamples.first.map { Int32($0) }
    return samples > colors
      && (extra == EXTRASAMPLE_ASSOCALPHA || extra == EXTRASAMPLE_UNASSALPHA)
  }

  /// True if another directory's pixels have the same format and orientation.
  func isLike(_ other: TIFFDirectory) -> Bool {
    bits == other.bits && samples == other.samples && photometric == other.photometric
      && sampleFormat == other.sampleFormat && extraSamples == other.extraSamples
      && orientation == other.orientation && isSeparate == other.isSeparate
  }
}
