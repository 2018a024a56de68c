import CJPEG
import DecoderKit
import DecoderProtocol

/// The rows of a single-scan picture without restart markers, decoded on several threads.
///
/// Use it on one thread at a time.
package final class JPEGParallelReader {
  private let chunks: JPEGChunks
  private let reader: JPEGReader
  /// The next row to deliver, and its chunk.
  private var nextRow: Int
  private var chunk = 0
  /// The next row of `reader`, which decodes what the threads do not.
  private var readerRow = 0
  private var isAlone = false
  /// True if the file ended before some delivered row.
  package private(set) var isCut = false

  /// Bytes per chunk, and its most MCU rows: starting a chunk costs part of an MCU row.
  private static let chunkBytes = 3 << 19
  private static let mostUnits = 8

  /// Starts to decode some rows of the scaled picture on `threads` threads, with a reader that has
  /// just been started.
  ///
  /// One call skips at most `pixelsPerStep` pixels of the file. `begin` creates another reader with
  /// the same settings. `nil` if no thread can be started.
  package init?(
    _ reader: JPEGReader, layout: fresnel_jpeg_layout, rows wanted: Range<Int>, threads: Int,
    pixelsPerStep: Int, chunkBytes: Int = chunkBytes,
    begin: @escaping @Sendable () throws(CodecError) -> JPEGReader
  ) {
    let unit = max(1, Int(layout.unit_height))
    let unitPixels = Int(reader.header.width) * Int(reader.header.unit_height)
    let stride = Int(layout.column_count) * Int(reader.header.channels)
    let units = min(max(1, chunkBytes / max(1, stride * unit)), Self.mostUnits)
    guard
      let chunks = JPEGChunks(
        JPEGChunks.Layout(
          rows: wanted, stride: stride, rowsPerChunk: units * unit,
          rowsPerStep: max(1, pixelsPerStep / max(1, unitPixels)) * unit),
        threads: threads, begin: begin)
    else { return nil }
    self.chunks = chunks
    self.reader = reader
    nextRow = wanted.lowerBound
  }

  deinit { chunks.stop() }

  /// Progress, 0 to 1.
  package var progress: Double {
    Double(nextRow) / Double(max(chunks.layout.rows.upperBound, 1))
  }

  /// Reads up to `most` of the next rows, `stride` bytes apart; 0 means progress towards them.
  package func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if isAlone { return try readAlone(into: rows, stride: stride, most: most) }
    let part = chunks.layout.rows(of: chunk)
    let answer = try chunks.copyRows(
      after: nextRow - part.lowerBound, most: most, into: rows, stride: stride)
    guard case .copied(let count, let isCut) = answer else {
      isAlone = true
      return 0
    }
    self.isCut = self.isCut || isCut
    nextRow += count
    if nextRow == part.upperBound {
      chunks.finishChunk()
      chunk += 1
    }
    return count
  }

  /// Decodes rows here, after the decoding threads have given up.
  private func readAlone(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if readerRow < nextRow {
      let count = min(chunks.layout.rowsPerStep, nextRow - readerRow)
      try reader.skipRows(count)
      readerRow += count
      return 0
    }
    let count = try reader.readRows(into: rows, stride: stride, count: most)
    guard count > 0 else { throw JPEGChunks.tooFewRows }
    isCut = isCut || reader.isCut
    readerRow += count
    nextRow += count
    return count
  }
}
