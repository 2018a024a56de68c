import CTIFF
import DecoderKit
import DecoderProtocol
import Geometry
import JP2Reading
import Resampling

/// Decodes blocks that are JPEG 2000 codestreams, which libtiff returns undecoded.
struct TIFFWavelets {
  /// Compression numbers: Aperio's for YCbCr and for RGB, and the one that Leadtools and others
  /// use; `lossy` is that of libvips and Bio-Formats.
  static let (differences, colors, general): (Int32, Int32, Int32) = (33003, 33005, 34712)
  static let lossy: Int32 = 33004

  private let meaning: JP2Meaning

  /// True for one of these compressions.
  static func isOne(_ compression: Int32) -> Bool {
    [differences, colors, general, lossy].contains(compression)
  }

  /// A decoder for a directory's blocks; throws if their samples have an unsupported format.
  init(_ directory: TIFFDirectory) throws(CodecError) {
    guard directory.bits == 8 || directory.bits == 16 else {
      throw CodecError(
        .unsupported, "JPEG 2000 with \(directory.bits) bits inside TIFF is not supported")
    }
    let count = directory.isSeparate ? 1 : directory.samples
    meaning = JP2Meaning(
      count: count,
      format: RowFormat(
        channels: count == 1 ? .gray : .rgb, depth: directory.bits,
        bytesPerPixel: count * directory.bits / 8),
      isDifferences: directory.hasDifferences && count >= 3)
  }

  /// Decodes a block into rows `stride` bytes apart.
  ///
  /// At the picture's edges some writers crop blocks, and some pad them.
  func decode(
    _ input: PictureInput, into target: UnsafeMutableRawPointer, stride: Int, size: PixelSize
  ) throws(CodecError) {
    let damage = CodecError(
      .corrupt, "the TIFF file is damaged (its JPEG 2000 tiles do not match its header)")
    let file = try JP2File(input, .first)
    // Check first, before memory is allocated for a wrong size.
    let header = file.image.pointee
    guard header.x1 >= header.x0, header.y1 >= header.y0,
      Int(header.x1 - header.x0) <= size.width, Int(header.y1 - header.y0) <= size.height
    else { throw damage }
    try file.decodeAll()
    guard let rows = JP2Rows(file.image.pointee, meaning), rows.size.width <= size.width,
      rows.size.height <= size.height
    else { throw damage }
    for row in 0..<rows.size.height { rows.copy(row: row, into: target + row * stride) }
  }
}

extension TIFFDirectory {
  /// True if its colours are stored as luma and differences in wavelets.
  ///
  /// libvips stores them this way whatever its header says, and Bio-Formats, with the same number,
  /// does not.
  var hasDifferences: Bool {
    if compression == TIFFWavelets.lossy, samples == 3 { return !isOfBioFormats }
    return compression == TIFFWavelets.differences
      || isWavelets && photometric == PHOTOMETRIC_YCBCR
  }

  /// True if its blocks are JPEG 2000.
  var isWavelets: Bool { TIFFWavelets.isOne(compression) }
}
