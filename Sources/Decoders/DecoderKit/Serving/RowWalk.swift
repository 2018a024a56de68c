import DecoderProtocol
import Geometry
import Platform
import Resampling

/// One pass over the whole picture, whose rows the viewer takes a few at a time.
///
/// The codec waits where the last rows ended; rows that do not follow them begin another pass.
final class RowWalk {
  private let codec: any PictureCodec
  private let columns: Range<Int>
  private let layout: PassLayout
  private let stride: Int
  private let batch: UnsafeMutableRawPointer
  private let rowsPerBatch: Int
  private let finished: FinishedRows
  /// The row that the codec gives next.
  private var nextRow: Int
  private var isEnded = false

  private static let batchBytes = 160 << 10

  /// Starts a pass at some rows, up to the picture's end.
  init(
    _ request: RowsRequest, codec: any PictureCodec, color: ColorPipeline
  ) throws(CodecError) {
    let header = codec.header
    let size = header.size
    self.codec = codec
    columns = request.columns
    layout = try codec.beginPass(
      PassRequest(rows: request.rows.lowerBound..<size.height, columns: request.columns))
    guard layout.size == size, layout.firstRow <= request.rows.lowerBound,
      layout.columns.lowerBound <= columns.lowerBound,
      layout.columns.upperBound >= columns.upperBound,
      let stride = checkedProduct(layout.columns.count, header.format.bytesPerPixel), stride > 0
    else { throw CodecError(.other, "the codec started a pass that was not asked for") }
    self.stride = stride
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

  /// Whether some rows come next in this pass, or after others that nobody wants.
  func isOnTheWay(to request: RowsRequest) -> Bool {
    !isEnded && request.columns == columns && request.rows.lowerBound >= nextRow
  }

  /// Puts rows into a slot; `listen` is called every few milliseconds.
  func give(
    _ request: RowsRequest, into target: UnsafeMutableRawPointer,
    listen: () throws(CodecError) -> Void
  ) throws(CodecError) {
    let offset =
      (columns.lowerBound - layout.columns.lowerBound) * codec.header.format.bytesPerPixel
    let wanted = request.rows
    while nextRow < request.rows.upperBound {
      try listen()
      // What is read beyond the request would be lost.
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

  /// How much of the pass is done, 0 to 1.
  var progress: Double { codec.passProgress }

  /// Gives the codec's memory back.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    codec.endPass()
  }
}

extension Session {
  /// Seconds between two messages of progress.
  private static let rowProgressInterval = 0.1

  /// Puts the rows that were asked for first into their slot; false where none were.
  func giveRows() throws(CodecError) -> Bool {
    guard !wantedRows.isEmpty else {
      // Tiles take the codec for passes of their own.
      if !queue.isEmpty { endWalk() }
      return false
    }
    let request = wantedRows.removeFirst()
    guard header.orientation == .identity, header.timing == nil else {
      let failure = CodecError(.unsupported, "the picture has no rows from top to bottom")
      control.send(.tileFailed(id: request.id, failure))
      return true
    }
    guard request.rows.upperBound <= size.height, request.columns.upperBound <= size.width,
      let bytes = checkedProduct(request.rows.count, request.columns.count, 4)
    else { throw CodecError(.other, "the viewer asked for more pixels than the picture has") }
    let target = try arena.rows(byteCount: bytes, slot: request.slot)
    if walk?.isOnTheWay(to: request) != true {
      endWalk()
      walk = try RowWalk(request, codec: codec, color: color)
    }
    try walk?.give(request, into: target) { () throws(CodecError) in
      try handleWaiting(in: nil)
      sayRowProgress()
    }
    tell(missing: codec.missing)
    control.send(.tileReady(id: request.id))
    if request.rows.upperBound == size.height { endWalk() }
    return true
  }

  private func endWalk() {
    walk?.end()
    walk = nil
  }

  private func sayRowProgress() {
    let now = MonotonicClock.now()
    guard now - lastBuildProgress >= Self.rowProgressInterval else { return }
    lastBuildProgress = now
    control.send(.progress(fraction: Float(min(max(walk?.progress ?? 0, 0), 1))))
  }
}
