import DecoderProtocol
import Geometry
import Platform
import Resampling

/// One pass over the whole picture, whose rows the viewer takes a few at a time.
///
/// The codec pauses after each request; rows that it has already passed need another pass.
final class RowStream {
  private let codec: any PictureCodec
  private let columns: Range<Int>
  private let layout: PassLayout
  private let stride: Int
  private let batch: UnsafeMutableRawPointer
  private let rowsPerBatch: Int
  private let finished: FinishedRows
  /// The next row that the codec delivers.
  private var nextRow: Int
  private var isEnded = false

  private static let batchBytes = 160 << 10

  /// Starts a pass from the requested rows to the picture's end.
  init(
    _ request: RowsRequest, codec: any PictureCodec, color: ColorPipeline
  ) throws(CodecError) {
    let size = codec.header.size
    self.codec = codec
    columns = request.columns
    (layout, stride) = try codec.begin(
      PassRequest(rows: request.rows.lowerBound..<size.height, columns: request.columns), of: size)
    nextRow = layout.firstRow
    let rows = Self.batchBytes / stride
    rowsPerBatch = rows >= 16 ? min(rows / 16 * 16, 64) : max(rows, 1)
    batch = .allocate(byteCount: rowsPerBatch * stride, alignment: 64)
    finished = FinishedRows(color)
  }

  deinit {
    end()
    batch.deallocate()
  }

  /// True if this pass can still deliver the requested rows.
  func isOnTheWay(to request: RowsRequest) -> Bool {
    !isEnded && request.columns == columns && request.rows.lowerBound >= nextRow
  }

  /// Writes rows to a slot; calls `listen` every few milliseconds.
  func give(
    _ request: RowsRequest, into target: UnsafeMutableRawPointer,
    listen: () throws(CodecError) -> Void
  ) throws(CodecError) {
    let offset =
      (columns.lowerBound - layout.columns.lowerBound) * codec.header.format.bytesPerPixel
    let wanted = request.rows
    while nextRow < request.rows.upperBound {
      try listen()
      // Rows read beyond the request would be lost.
      let limit = nextRow < wanted.lowerBound ? wanted.lowerBound : wanted.upperBound
      let count = try codec.readRows(
        into: batch, stride: stride, most: min(rowsPerBatch, limit - nextRow))
      if nextRow >= request.rows.lowerBound {
        for row in 0..<count {
          let place = (nextRow + row - request.rows.lowerBound) * columns.count * 4
          finished.convert(
            batch + row * stride + offset,
            into: (target + place).assumingMemoryBound(to: UInt32.self), count: columns.count)
        }
      }
      nextRow += count
    }
  }

  /// The progress of the pass, 0 to 1.
  var progress: Double { codec.passProgress }

  /// Frees the codec's memory.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    codec.endPass()
  }
}

extension Session {
  /// Writes the rows of the oldest row request to its slot; returns false if there is none.
  func giveRows() throws(CodecError) -> Bool {
    guard !wantedRows.isEmpty else {
      // Tiles need the codec for their own passes.
      if !queue.isEmpty { endWalk() }
      return false
    }
    let request = wantedRows.removeFirst()
    guard header.orientation == .identity, header.timing == nil else {
      let failure = CodecError(.unsupported, "the picture can't be read row by row")
      control.send(.tileFailed(id: request.id, failure))
      return true
    }
    guard request.rows.upperBound <= size.height, request.columns.upperBound <= size.width,
      let bytes = checkedProduct(request.rows.count, request.columns.count, 4)
    else { throw CodecError(.other, "the viewer asked for more pixels than the picture has") }
    let target = try arena.rows(byteCount: bytes, slot: request.slot)
    if rowStream?.isOnTheWay(to: request) != true {
      endWalk()
      rowStream = try RowStream(request, codec: codec, color: color)
    }
    try rowStream?.give(request, into: target) { () throws(CodecError) in
      try handleWaiting(in: nil)
      report(progress: rowStream?.progress ?? 0)
    }
    report(missing: codec.missing)
    control.send(.tileReady(id: request.id))
    if request.rows.upperBound == size.height { endWalk() }
    return true
  }

  private func endWalk() {
    rowStream?.end()
    rowStream = nil
  }
}
