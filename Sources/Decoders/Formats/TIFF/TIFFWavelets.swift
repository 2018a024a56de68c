import CTIFF
import DecoderKit
import DecoderProtocol
import Geometry
import JP2Reading
import Resampling

/// Blocks that are JPEG 2000 codestreams, which libtiff hands on as they are.
struct TIFFWavelets {
  /// Compressions by their numbers: Aperio's of brightness and differences and of RGB, the one that
  /// Leadtools and others use, and that of libvips and Bio-Formats.
  static let (differences, colors, general): (Int32, Int32, Int32) = (33003, 33005, 34712)
  static let lossy: Int32 = 33004

  private let meaning: JP2Meaning

  /// Whether a compression is one of them.
  static func isOne(_ compression: Int32) -> Bool {
    [differences, colors, general, lossy].contains(compression)
  }

  /// The way of a directory's blocks; it throws where their samples are of another kind than
  /// wavelets have here.
  init(_ directory: TIFFDirectory) throws(CodecError) {
    guard directory.bits == 8 || directory.bits == 16 else {
      throw CodecError(
        .unsupported, "JPEG 2000 of \(directory.bits) bits inside TIFF can't be shown")
    }
    let count = directory.isSeparate ? 1 : directory.samples
    meaning = JP2Meaning(
      count: count,
      format: RowFormat(
        channels: count == 1 ? .gray : .rgb, depth: directory.bits,
        bytesPerPixel: count * directory.bits / 8),
      isDifferences: directory.hasDifferences && count >= 3)
  }

  /// Decodes a block that lies there in the file, into rows that are so far apart.
  ///
  /// At the picture's edges some writers cut them off, and some fill them up.
  func decode(
    _ input: PictureInput, into target: UnsafeMutableRawPointer, stride: Int, size: PixelSize
  ) throws(CodecError) {
    let damage = CodecError(
      .corrupt, "the TIFF file is damaged (its JPEG 2000 tiles are of another kind)")
    let file = try JP2File(input)
    // Before all memory goes into what there is no place for.
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
  /// Whether its colours are stored as a brightness and two differences, in wavelets.
  ///
  /// libvips stores them so whatever its header says, and Bio-Formats, under the same number, does
  /// not.
  var hasDifferences: Bool {
    if compression == TIFFWavelets.lossy, samples == 3 { return !isOfBioFormats }
    return compression == TIFFWavelets.differences
      || isWavelets && photometric == PHOTOMETRIC_YCBCR
  }

  /// Whether its blocks are JPEG 2000.
  var isWavelets: Bool { TIFFWavelets.isOne(compression) }
}
