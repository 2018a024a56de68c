import CJPEG
import DecoderKit
import DecoderProtocol

/// The rows of a picture of one scan, which two threads decode without restart markers.
///
/// The one that asks decodes from the top on. Where it comes to a part that the other one has
/// decoded ahead, it delivers that and passes over it. It belongs to one thread at a time.
package final class JPEGPairReader {
  private let reader: JPEGReader
  private let ahead: JPEGRowsAhead
  private let wanted: Range<Int>
  private let rowsPerStep: Int
  /// The row that the reader makes next, and the one that is delivered next.
  private var readerRow = 0
  private var nextRow: Int
  /// The part of the other thread's that is being delivered.
  private var part: Range<Int>?
  /// Whether the file ended before the rows did that have been delivered.
  package private(set) var isCut = false

  /// Some rows of the picture as scaled, of a reader that has just been started.
  ///
  /// `pixelsPerStep` pixels of the file are passed over in one call at most, `bytesAhead` are what
  /// the other thread may decode ahead. `begin` makes it another reader, started alike. `nil`
  /// where no thread can be had, or a few rows are more than that.
  package init?(
    _ reader: JPEGReader, layout: fresnel_jpeg_layout, rows wanted: Range<Int>,
    pixelsPerStep: Int, bytesAhead: Int = 6 << 20,
    begin: @escaping @Sendable () throws(CodecError) -> JPEGReader
  ) {
    let unit = max(1, Int(layout.unit_height))
    let unitPixels = Int(reader.header.width) * Int(reader.header.unit_height)
    rowsPerStep = max(1, pixelsPerStep / max(1, unitPixels)) * unit
    let stride = Int(layout.column_count) * Int(reader.header.channels)
    guard
      let ahead = JPEGRowsAhead(
        rows: wanted, stride: stride, rowsPerStep: rowsPerStep,
        mostRows: bytesAhead / max(1, stride) / unit * unit, begin: begin)
    else { return nil }
    self.reader = reader
    self.ahead = ahead
    self.wanted = wanted
    nextRow = wanted.lowerBound
  }

  deinit { ahead.stop() }

  /// How much is done, 0 to 1.
  package var progress: Double {
    Double(min(nextRow, readerRow)) / Double(max(wanted.upperBound, 1))
  }

  /// Reads up to `most` of the next rows, `stride` bytes apart; 0 where it only got nearer to them.
  package func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if let part { return try deliver(part, into: rows, stride: stride, most: most) }
    if readerRow < nextRow {
      try passOver(upTo: nextRow)
      return 0
    }
    let free = ahead.take(from: nextRow, most: most)
    guard free > 0 else {
      part = ahead.part
      return 0
    }
    let count = try reader.readRows(into: rows, stride: stride, count: free)
    guard count == free else { throw JPEGRowsAhead.tooFewRows }
    isCut = isCut || reader.isCut
    readerRow += count
    nextRow += count
    return count
  }

  private func deliver(
    _ part: Range<Int>, into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    // Below the last part no row is wanted of this reader.
    let isBehind = readerRow < part.upperBound && part.upperBound < wanted.upperBound
    let count = try ahead.copyRows(
      from: nextRow, most: most, into: rows, stride: stride, waits: !isBehind)
    nextRow += count
    if nextRow == part.upperBound {
      isCut = isCut || ahead.isCut
      ahead.finishPart()
      self.part = nil
    } else if count == 0, isBehind {
      try passOver(upTo: part.upperBound)
    }
    return count
  }

  /// Comes nearer to a row without decoding those above it.
  private func passOver(upTo row: Int) throws(CodecError) {
    let count = min(rowsPerStep, row - readerRow)
    try reader.skipRows(count)
    readerRow += count
  }
}
