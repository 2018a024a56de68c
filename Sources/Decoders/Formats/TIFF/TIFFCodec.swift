import CTIFF
import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes TIFF files with libtiff: tiles or strips, and their reductions.
///
/// Tiles are read in any order, so no part of a tiled picture depends on what precedes it.
final class TIFFCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private(set) var headroom: Double?
  private let file: TIFFFile
  private let files: TIFFFiles
  private let pages: TIFFPages
  private let pixels: TIFFPixels
  private let range = TIFFRange()
  private var directory: TIFFDirectory
  private var pass: (any TIFFPass)?
  private var scan: TIFFScan?

  /// Reads a file's directories for one of its pages, from 0.
  init(_ input: PictureInput, page: Int = 0, salt: UInt) throws(CodecError) {
    let file = try TIFFFile(input)
    self.file = file
    files = TIFFFiles(file, input)
    if input.mayBePassedOn, let format = try TIFFMaker.otherFormat(of: file) {
      throw .isOther(format)
    }
    let pages = try TIFFPages(of: file, page: page, salt: salt)
    let picture = pages.picture
    let profile = file.profile
    let said = file.saidRange
    if let said { range.set(said.low, said.high) }
    try file.select(picture)
    // A file that states its own black and white is a measurement.
    let pixels = try TIFFPixels(
      picture, of: file, acceptsLight: input.acceptsLight && said == nil)
    self.pages = pages
    self.pixels = pixels
    directory = picture
    var header = PictureHeader(
      size: picture.size, orientation: Orientation(exif: picture.orientation),
      format: pixels.format, color: pixels.color ?? (profile.isEmpty ? .sRGB : .icc(profile)),
      hasAlpha: pixels.hasAlpha,
      memory: .streaming(
        rowBytes: try Self.workingBytes(picture, pixels) / 24
          + picture.size.width * pixels.format.bytesPerPixel),
      reductions: pages.reductions.map(\.size), isRandomAccess: picture.isTiled,
      frameCount: pages.count)
    if pages.areClose { header.preview = .reduction }
    header.isLight = pixels.isLight
    header.isFine = true
    header.pageNames = pages.names
    self.header = header
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    switch request.source {
    case .eighths, .preview: directory = pages.picture
    case .reduction(let index): directory = pages.reductions[index]
    }
    endPass()
    let area = PixelSize(width: request.columns.count, height: request.rows.count)
    let pass = try directory.pass(
      over: files.select(directory, for: area), TIFFRowCopy(pixels, .spread(over: range)),
      rows: request.rows, columns: request.columns)
    self.pass = pass
    return PassLayout(
      size: directory.size, firstRow: pass.firstRow, columns: pass.columns,
      rowsAtOnce: pass.rowsAtOnce)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if try !knowsRange() { return 0 }
    let count = try pass?.readRows(into: rows, stride: stride, most: most) ?? 0
    if pass?.hasGaps == true, missing == nil {
      missing = "parts of the picture are missing or damaged in the file"
    }
    return count
  }

  /// True once the range of the numbers is known, or if none is needed; otherwise continues the
  /// search.
  private func knowsRange() throws(CodecError) -> Bool {
    guard case .numbers(let numbers) = pixels.method, numbers.areSpread, !range.isKnown else {
      return true
    }
    if scan == nil { scan = try TIFFScan(file, pages, pixels, range) }
    guard let scan, try scan.step() else { return false }
    range.isKnown = true
    if numbers.isLight { headroom = range.meter.headroom }
    self.scan = nil
    try file.select(directory)
    return true
  }

  /// The search is half of the work.
  var passProgress: Double {
    scan.map { $0.progress / 2 } ?? pass?.progress ?? 1
  }

  func endPass() {
    pass = nil
    scan = nil
  }

  /// The memory of a pass in bytes: a row of pixels or of blocks, and openjpeg's copy of a block.
  private static func workingBytes(
    _ picture: TIFFDirectory, _ pixels: TIFFPixels
  ) throws(CodecError) -> Int {
    let bytes = pixels.format.bytesPerPixel
    guard picture.isTiled || picture.isSeparate || picture.isWavelets,
      let row = checkedProduct(picture.size.width, picture.block.height, bytes)
    else { return picture.size.width * bytes }
    // openjpeg stores a block as 32-bit numbers, twice.
    let wavelets =
      picture.isWavelets
      ? checkedProduct(picture.block.area ?? .max, picture.samples, 8) ?? .max : 0
    let (band, overflows) = row.addingReportingOverflow(wavelets)
    guard !overflows, band <= 512 << 20 else {
      throw CodecError(.tooLarge, "the picture's tiles are too large to be decoded")
    }
    return band
  }
}
