import DecoderProtocol
import JPEGReading

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
