import DecoderKit
import DecoderProtocol
import JPEGReading

/// A pass over a JPEG file.
protocol JPEGPass: AnyObject {
  /// Delivers up to `most` rows; 0 means progress towards them.
  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int
  /// Progress, 0 to 1.
  var progress: Double { get }
  /// True if the file ended before the picture did.
  var isCut: Bool { get }
  /// The parsed scans, for another pass.
  var scans: JPEGScans? { get }
}

/// The rows of a reader; rows before the wanted ones are skipped.
final class JPEGRowPass: JPEGPass {
  private let reader: JPEGReader
  private let wanted: Range<Int>
  private let width: Int
  private let unitHeight: Int
  private var nextRow = 0

  /// Pixels to skip, or to parse of a scan, in one call, so that a cancelled pass stops soon.
  static let pixelsPerStep = 500_000

  /// The wanted rows of a picture; `unitHeight` rows are decoded at once.
  init(_ reader: JPEGReader, rows wanted: Range<Int>, width: Int, unitHeight: Int) {
    self.reader = reader
    self.wanted = wanted
    self.width = max(1, width)
    self.unitHeight = max(1, unitHeight)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let before = wanted.lowerBound - nextRow
    if before > 0 {
      let unitsPerStep = max(1, Self.pixelsPerStep / (width * unitHeight))
      let count = min(before, unitsPerStep * unitHeight)
      try reader.skipRows(count)
      nextRow += count
      return 0
    }
    let count = try reader.readRows(into: rows, stride: stride, count: most)
    nextRow += count
    guard count > 0 else {
      throw CodecError(.corrupt, "the JPEG file has fewer rows than its header says")
    }
    return count
  }

  var progress: Double { Double(nextRow) / Double(max(wanted.upperBound, 1)) }
  var isCut: Bool { reader.isCut }
  var scans: JPEGScans? { nil }
}

extension JPEGParallelReader: JPEGPass {
  var scans: JPEGScans? { nil }
}

/// The rows of a multi-scan picture, delivered once all scans have been parsed.
final class JPEGScanPass: JPEGPass {
  let scans: JPEGScans?
  private let source: JPEGScans
  private let wanted: Range<Int>
  private let pixels: Int
  private var rows: JPEGRowPass?

  /// Some rows of a picture of `pixels` pixels.
  init(_ scans: JPEGScans, rows wanted: Range<Int>, pixels: Int) {
    self.scans = scans
    source = scans
    self.wanted = wanted
    self.pixels = pixels
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if let rows { return try rows.readRows(into: target, stride: stride, most: most) }
    guard let reader = try source.rows() else { return 0 }
    let header = reader.header
    rows = JPEGRowPass(reader, rows: wanted, width: Int(header.width), unitHeight: 8)
    return 0
  }

  /// The number of scans is unknown before the end, so progress approaches 0.75 with the bytes
  /// read; pictures rarely have more than a byte per pixel.
  var progress: Double {
    if let rows { return 0.75 + rows.progress / 4 }
    let read = Double(source.bytesRead)
    return 0.75 * read / (read + Double(pixels) / 4)
  }

  var isCut: Bool { rows?.isCut ?? false }
}

/// The rows of a progressive picture's first scans, at an eighth of its size.
final class JPEGMeansPass: JPEGPass {
  let scans: JPEGScans?
  private let source: JPEGScans
  private let wanted: Range<Int>
  private var nextRow: Int

  /// Some rows at an eighth.
  init(_ scans: JPEGScans, rows wanted: Range<Int>) {
    self.scans = scans
    source = scans
    self.wanted = wanted
    nextRow = wanted.lowerBound
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let means = try source.means() else { return 0 }
    let count = min(most, min(wanted.upperBound, means.size.height) - nextRow)
    guard count > 0 else { throw CodecError(.other, "the preview has no more rows") }
    for row in 0..<count {
      let target = rows + row * stride
      means.copyRow(nextRow + row, into: target.assumingMemoryBound(to: UInt8.self))
    }
    nextRow += count
    return count
  }

  var progress: Double { Double(nextRow) / Double(max(wanted.upperBound, 1)) }
  var isCut: Bool { false }
}
