import CTIFF
import DecoderProtocol
import Geometry
import Glibc

/// A pass over strips, line by line: a strip may be as large as the picture.
final class TIFFLinePass: TIFFPass {
  let columns: Range<Int>
  let firstRow: Int
  let rowsAtOnce = 1
  private let file: TIFFFile
  private let copy: TIFFRowCopy
  private let rows: Range<Int>
  private let line: UnsafeMutableRawPointer
  private var nextRow: Int
  private var hasRead = false
  /// Rows before this are blank: they are in a strip that is damaged from its start.
  private var blankUntil = 0
  private(set) var hasGaps = false
  private let lineBytes: Int
  private let stripRows: Int
  private let linesPerStep: Int
  private let height: Int

  /// Pixels to skip in one call, so that a cancelled pass stops soon.
  private static let pixelsPerStep = 500_000

  /// A pass over some rows of the file's current directory.
  init(
    _ file: TIFFFile, _ directory: TIFFDirectory, _ copy: TIFFRowCopy, rows: Range<Int>
  ) throws(CodecError) {
    let bytes = Int(TIFFScanlineSize(file.handle))
    let wanted = checkedProduct(directory.size.width, directory.samples, directory.bits)
    guard let wanted, bytes >= dividedRoundingUp(wanted, by: 8) else {
      throw CodecError(.corrupt, "the TIFF file is damaged (its lines are too short)")
    }
    guard bytes > 0, let line = malloc(bytes) else {
      throw CodecError(.tooLarge, "there is not enough memory to decode the picture")
    }
    self.file = file
    self.line = line
    lineBytes = bytes
    self.rows = rows
    columns = 0..<directory.size.width
    firstRow = rows.lowerBound
    self.copy = copy
    height = directory.size.height
    stripRows = directory.block.height
    linesPerStep = max(1, Self.pixelsPerStep / directory.size.width)
    // A strip can only be read from its start.
    nextRow = rows.lowerBound / stripRows * stripRows
  }

  deinit { free(line) }

  var progress: Double { Double(nextRow) / Double(max(1, rows.upperBound)) }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if nextRow < rows.lowerBound {
      for _ in 0..<min(linesPerStep, rows.lowerBound - nextRow) { try readLine() }
      return 0
    }
    let count = min(most, linesPerStep, rows.upperBound - nextRow)
    for index in 0..<count {
      try readLine()
      copy.copy(line, first: 0, count: columns.count, to: target + index * stride)
    }
    return count
  }

  private func readLine() throws(CodecError) {
    if nextRow >= blankUntil, TIFFReadScanline(file.handle, line, UInt32(nextRow), 0) == 1 {
      hasRead = true
    } else {
      // A partly readable picture is shown; throw only if nothing can be read.
      if !hasRead {
        let failure = file.failure
        guard canReadOther else { throw failure }
        hasRead = true
        // libtiff is in another strip now, and can't return to the middle of this one.
        blankUntil = (nextRow / stripRows + 1) * stripRows
      }
      memset(line, 0, lineBytes)
      hasGaps = true
    }
    nextRow += 1
  }

  /// True if at least the first line of any other strip can be read.
  private var canReadOther: Bool {
    let own = nextRow / stripRows
    return TIFFProbes.numbers(of: dividedRoundingUp(height, by: stripRows)).contains { strip in
      strip != own && TIFFReadScanline(file.handle, line, UInt32(strip * stripRows), 0) == 1
    }
  }
}
