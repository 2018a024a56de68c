import DecoderProtocol
import Geometry
import Platform
import Resampling
import Tiles

/// One pass over the picture's rows, for tiles that are made of what it reads.
final class RunningPass {
  private let session: Session
  private let codec: any PictureCodec
  private let rows: Range<Int>
  private let layout: PassLayout
  private let stride: Int
  private let pipeline: RowPipeline
  private let lanes: Int
  private let isThreaded: Bool
  private var nextRow: Int
  /// Why a frame of a picture in time can't be had.
  private var failure: CodecError?
  private var lastProgress = MonotonicClock.now()

  /// Below so many pixels a second thread costs more than it saves.
  private static let fewPixels = 300_000
  /// Seconds between two messages of progress.
  private static let progressInterval = 0.1

  /// Starts a codec at the rows and columns that the tiles need, all of which are of one frame.
  init(
    session: Session, codec: any PictureCodec, source: PassSource, color: ColorPipeline,
    batches: [RequestBatch]
  ) throws(CodecError) {
    self.session = session
    self.codec = codec
    let header = codec.header
    let size = PassScale.size(of: source, header: header)
    var levels: [(level: Level, targets: [TileReducer.Target])] = []
    for batch in batches {
      var targets: [TileReducer.Target] = []
      for request in batch.requests { targets.append(try session.arena.target(for: request)) }
      levels.append((batch.group.level, targets))
    }
    let lanes = ReducingLane.lanes(
      levels, source: size, orientation: header.orientation, color: color)
    let reducers = lanes.flatMap(\.reducers)
    self.lanes = lanes.count
    rows = reducers.map(\.sourceRows).hull
    let columns = reducers.map(\.sourceColumns).hull
    layout = try codec.beginPass(
      PassRequest(
        rows: rows, columns: columns, source: source, frame: batches.first?.group.frame ?? 0))
    guard layout.size == size, layout.firstRow <= rows.lowerBound,
      layout.columns.lowerBound <= columns.lowerBound,
      layout.columns.upperBound >= columns.upperBound,
      let stride = checkedProduct(layout.columns.count, header.format.bytesPerPixel), stride > 0
    else { throw CodecError(.other, "the codec started a pass that was not asked for") }
    for reducer in reducers { reducer.setFedColumns(layout.columns) }
    self.stride = stride
    nextRow = layout.firstRow
    isThreaded = rows.count * columns.count > Self.fewPixels
    pipeline = RowPipeline(
      lanes: lanes, rows: rows.count, stride: stride, rowsAtOnce: layout.rowsAtOnce,
      isThreaded: isThreaded, control: session.control)
  }

  /// Drops a tile of this pass.
  func cancel(id: UInt32) { pipeline.cancel(id: id) }

  /// Runs until every tile is answered, and says which have no answer where it stopped early.
  ///
  /// It stops early only where `isJoined` says that tiles for it came right after its start: one
  /// pass more from the top is cheaper than a second whole one.
  func run(isJoined: () -> Bool = { false }) throws(CodecError) -> Set<UInt32> {
    let threads = startReducing()
    let isWhole: Bool
    do throws(CodecError) {
      isWhole = try decode(isJoined: isJoined)
    } catch {
      pipeline.abort()
      for thread in threads { thread.join() }
      throw error
    }
    for thread in threads { thread.join() }
    if let failure {
      for id in pipeline.takeRest() { session.control.send(.tileFailed(id: id, failure)) }
      return []
    }
    if isWhole, pipeline.lastTile > 0,
      let times = session.times.notePass(lastTile: pipeline.lastTile)
    {
      session.control.send(.times(times))
    }
    let rest = pipeline.takeRest()
    guard rest.isEmpty || !isWhole else {
      throw CodecError(.other, "Some tiles were not finished by all rows of the picture.")
    }
    return rest
  }

  private func startReducing() -> [JoinableThread] {
    guard isThreaded else { return [] }
    let pipeline = pipeline
    var threads: [JoinableThread] = []
    for lane in 0..<lanes {
      guard let thread = JoinableThread(running: { pipeline.run(lane) }) else {
        // No more threads to be had: the rest is reduced here.
        pipeline.reduceInline(from: lane)
        break
      }
      threads.append(thread)
    }
    return threads
  }

  /// Feeds the rows that are wanted; false where it stopped to start again.
  private func decode(isJoined: () -> Bool) throws(CodecError) -> Bool {
    while !pipeline.isFinished, nextRow < rows.upperBound {
      try session.handleWaiting(in: self)
      if !session.queue.isEmpty, isJustStarted, isJoined() {
        pipeline.abort()
        return false
      }
      let most = min(pipeline.rowsPerBatch, rows.upperBound - nextRow)
      let batch = pipeline.nextBatch()
      guard let count = try readRows(into: batch, most: most) else {
        pipeline.abort()
        return true
      }
      // Before the tiles: who has them all listens no longer.
      session.tell(missing: codec.missing)
      session.tell(headroom: codec.headroom)
      if count > 0 {
        session.times.noteRows()
        pipeline.submit(firstRow: nextRow, count: count)
      }
      nextRow += count
      sayProgress()
    }
    pipeline.end()
    return true
  }

  /// Reads the next rows; `nil` where a frame has none, which is no reason to give up the others.
  private func readRows(
    into batch: UnsafeMutableRawPointer, most: Int
  ) throws(CodecError) -> Int? {
    do throws(CodecError) {
      return try codec.readRows(into: batch, stride: stride, most: most)
    } catch {
      guard codec.header.timing != nil else { throw error }
      failure = error
      return nil
    }
  }

  private var isJustStarted: Bool { codec.passProgress < 1.0 / 16 }

  private func sayProgress() {
    let now = MonotonicClock.now()
    guard now - lastProgress >= Self.progressInterval else { return }
    lastProgress = now
    let fraction = min(max(codec.passProgress, 0), 1)
    session.control.send(.progress(fraction: Float(fraction)))
  }
}

extension [Range<Int>] {
  /// The smallest range that has all of these in it.
  fileprivate var hull: Range<Int> {
    guard let start = map(\.lowerBound).min(), let end = map(\.upperBound).max() else {
      return 0..<0
    }
    return start..<end
  }
}
