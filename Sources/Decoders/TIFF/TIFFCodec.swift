import CTIFF
import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes TIFF files through libtiff: tiled or in strips, with the smaller versions that they
/// hold.
///
/// Tiles are read where they lie, so no part of a tiled picture needs what is before it.
final class TIFFCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let file: TIFFFile
  private let pages: TIFFPages
  private let pixels: TIFFPixels
  private var pass: (any TIFFPass)?

  /// Reads the directories of a file, one of whose pages, from 0, is the picture.
  init(_ input: PictureInput, page: Int = 0) throws(CodecError) {
    let file = try TIFFFile(input)
    self.file = file
    if input.mayBePassedOn, let format = try TIFFMaker.otherFormat(of: file) {
      throw .isOther(format)
    }
    let pages = try TIFFPages(of: file, page: page)
    let picture = pages.picture
    let profile = file.profile
    Self.prepare(file, picture)
    let pixels = try TIFFPixels(picture, of: file)
    self.pages = pages
    self.pixels = pixels
    header = PictureHeader(
      size: picture.size, orientation: Orientation(exif: picture.orientation),
      format: pixels.format, color: profile.isEmpty ? .sRGB : .icc(profile),
      hasAlpha: pixels.hasAlpha,
      memory: .streaming(
        rowBytes: try Self.workingBytes(picture, pixels) / 24
          + picture.size.width * pixels.format.bytesPerPixel),
      reductions: pages.reductions.map(\.size), isRandomAccess: picture.isTiled,
      frameCount: pages.count)
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    let directory: TIFFDirectory
    switch request.source {
    case .eighths: directory = pages.picture
    case .reduction(let index): directory = pages.reductions[index]
    }
    pass = nil
    try file.select(directory.place)
    Self.prepare(file, directory)
    var isConverted = false
    if case .convertedByLibrary = pixels.method { isConverted = true }
    let pass: any TIFFPass
    if directory.isTiled || directory.isSeparate || isConverted {
      pass = try TIFFBlockPass(
        file, directory, pixels, rows: request.rows, columns: request.columns)
    } else {
      pass = try TIFFLinePass(file, directory, pixels, rows: request.rows)
    }
    self.pass = pass
    return PassLayout(
      size: directory.size, firstRow: pass.firstRow, columns: pass.columns,
      rowsAtOnce: pass.rowsAtOnce)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let count = try pass?.readRows(into: rows, stride: stride, most: most) ?? 0
    if pass?.hasGaps == true, missing == nil {
      missing = "parts of the picture are missing or damaged in the file"
    }
    return count
  }

  var passProgress: Double { pass?.progress ?? 1 }

  func endPass() { pass = nil }

  /// Has libjpeg make RGB, and libtiff leave turning and mirroring to the reducer.
  private static func prepare(_ file: TIFFFile, _ directory: TIFFDirectory) {
    if directory.compression == COMPRESSION_JPEG {
      file.set(TIFFTAG_JPEGCOLORMODE, to: JPEGCOLORMODE_RGB)
    }
    file.set(TIFFTAG_ORIENTATION, to: ORIENTATION_TOPLEFT)
  }

  /// Bytes that a pass holds: a row of blocks, or one block as it is stored.
  private static func workingBytes(
    _ picture: TIFFDirectory, _ pixels: TIFFPixels
  ) throws(CodecError) -> Int {
    let bytes = pixels.format.bytesPerPixel
    guard picture.isTiled || picture.isSeparate,
      let band = checkedProduct(picture.size.width, picture.block.height, bytes)
    else { return picture.size.width * bytes }
    guard band <= 512 << 20 else {
      throw CodecError(.tooLarge, "the picture's tiles are too large to be decoded")
    }
    return band
  }
}
