import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// Decodes FITS files with cfitsio, by rows: a plane of numbers, or three colour planes.
///
/// Measurements have no white level: a page's smallest number is black and its largest is white, so
/// the whole page is searched for them before the first row is delivered.
final class FITSCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let file: FITSFile
  private let image: FITSImage
  private let planes: Range<Int>
  private let values: UnsafeMutableBufferPointer<Double>
  private let rowsPerStep: Int
  private let input: PictureInput
  /// The smallest and largest number, once the search is complete.
  private var range: FITSRange?
  /// The bands to search.
  private let bands: FITSBands
  private var helper: FITSHelper?
  private var hasHelper = false
  private var pass: (next: Int, rows: Range<Int>)?

  /// Numbers read in one step: some milliseconds.
  private static let numbersPerStep = 1 << 18
  /// The maximum number of page names to report.
  private static let mostNames = 1024

  /// Opens a page of a file, from 0.
  init(_ input: PictureInput, page: Int) throws(CodecError) {
    self.input = input
    file = try FITSFile(input)
    let pages = FITSPages(file.images)
    guard pages.count > 0 else {
      throw CodecError(.unsupported, "the FITS file contains no picture; tables are not shown")
    }
    guard let (image, plane) = pages.page(page) else {
      throw CodecError(.other, "the file has no page \(page)")
    }
    self.image = image
    planes = image.isColor ? 0..<3 : plane..<plane + 1
    let size = image.size
    guard let numbersOfRow = checkedProduct(size.width, planes.count) else {
      throw CodecError(
        .tooLarge, "the picture is too large: \(size.width) × \(size.height) pixels")
    }
    rowsPerStep = max(1, min(size.height, Self.numbersPerStep / numbersOfRow))
    bands = FITSBands(count: dividedRoundingUp(size.height, by: rowsPerStep))
    let format = RowFormat(channels: image.isColor ? .rgb : .gray, depth: 16)
    guard let count = checkedProduct(size.width, rowsPerStep),
      let bytes = checkedProduct(count, MemoryLayout<Double>.size),
      let memory = malloc(bytes)
    else { throw .noMemory }
    header = Self.header(image, pages, format: format, stepBytes: bytes)
    values = UnsafeMutableBufferPointer(
      start: memory.assumingMemoryBound(to: Double.self), count: count)
    try file.select(image)
  }

  private static func header(
    _ image: FITSImage, _ pages: FITSPages, format: RowFormat, stepBytes: Int
  ) -> PictureHeader {
    let size = image.size
    // cfitsio keeps a row of compressed tiles in memory, whose height the file chooses freely.
    let whole = checkedProduct(size.width, size.height, 8)
    let memory: MemoryClass =
      image.isCompressed
      ? .whole(bytes: whole ?? .max)
      : .streaming(rowBytes: stepBytes / 12 + size.width * format.bytesPerPixel)
    var header = PictureHeader(
      size: size, format: format, color: .sRGB, hasAlpha: false, memory: memory,
      skipsRows: !image.isCompressed, frameCount: pages.count)
    header.isFine = true
    header.pageNames = pages.names(most: mostNames)
    return header
  }

  deinit {
    bands.stop()
    helper.take()?.join()
    free(values.baseAddress)
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = (request.rows.lowerBound, request.rows)
    return PassLayout(wholeRowsOf: header.size, for: request, rowsAtOnce: rowsPerStep)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let range else {
      try look()
      return 0
    }
    guard let pass else { return 0 }
    let count = min(most, rowsPerStep, pass.rows.upperBound - pass.next)
    let channels = planes.count
    for plane in planes {
      try read(rows: pass.next..<pass.next + count, ofPlane: plane)
      for row in 0..<count {
        // The file stores the lowest row first.
        let stored = UnsafeBufferPointer(rebasing: values[line(count - 1 - row)])
        let target = (rows + row * stride).assumingMemoryBound(to: UInt16.self)
        range.write(stored, to: target + (plane - planes.lowerBound), step: channels)
      }
    }
    self.pass?.next += count
    return count
  }

  /// Searches more rows for the page's smallest and largest number.
  private func look() throws(CodecError) {
    if !hasHelper {
      hasHelper = true
      helper = FITSHelper(input, image, planes: planes, rowsPerBand: rowsPerStep, bands)
    }
    var band = bands.take()
    if band == nil {
      helper.take()?.join()
      // The helper may have given back a damaged one.
      band = bands.take()
    }
    guard let band else {
      let found = bands.found
      guard found.hasRead else {
        throw CodecError(.corrupt, "the FITS file is damaged (none of its values can be read)")
      }
      range = found.range
      return
    }
    let first = band * rowsPerStep
    let rows = first..<min(first + rowsPerStep, header.size.height)
    var (range, hasRead) = (FITSRange(), false)
    for plane in planes {
      // Bands count rows from the file's start, which is the bottom; `read` counts from the top.
      let isThere = try read(
        rows: header.size.height - rows.upperBound..<header.size.height - rows.lowerBound,
        ofPlane: plane)
      hasRead = hasRead || isThere
      range.add(UnsafeBufferPointer(rebasing: values[..<(rows.count * header.size.width)]))
    }
    bands.finish(range, hasRead: hasRead)
  }

  /// The index range of a row among the numbers read.
  private func line(_ row: Int) -> Range<Int> {
    row * header.size.width..<(row + 1) * header.size.width
  }

  /// Reads rows of the picture, which the file stores from the bottom up.
  ///
  /// Unreadable rows become NaN, which is shown black. Returns true if any of these rows could be
  /// read.
  @discardableResult
  private func read(rows: Range<Int>, ofPlane plane: Int) throws(CodecError) -> Bool {
    guard let base = values.baseAddress, !rows.isEmpty else { return false }
    let lowest = header.size.height - rows.upperBound
    let width = header.size.width
    do throws(CodecError) {
      try file.read(
        image, row: lowest, plane: plane, count: rows.count * width, into: base)
      return true
    } catch {
      guard error.code == .corrupt else { throw error }
      if missing == nil {
        missing = "parts of the picture are missing or damaged in the file"
      }
      var hasRead = false
      for row in 0..<rows.count {
        let start = base + row * width
        let isThere =
          (try? file.read(image, row: lowest + row, plane: plane, count: width, into: start)) != nil
        hasRead = hasRead || isThere
        if !isThere { start.update(repeating: .nan, count: width) }
      }
      return hasRead
    }
  }

  var passProgress: Double {
    // The search is half of the work.
    guard let pass else { return 1 }
    let seen = range == nil ? bands.progress : 1
    let done = Double(pass.next - pass.rows.lowerBound) / Double(max(1, pass.rows.count))
    return (seen + done) / 2
  }

  func endPass() { pass = nil }
}
