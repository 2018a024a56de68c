import DecoderProtocol
import Geometry
import Platform
import Resampling
import Tiles

/// One pass over the picture's rows, and the tiles made from them.
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
  /// Why a frame of an animation can't be decoded.
  private var failure: CodecError?
  private var lastProgress = MonotonicClock.now()

  /// With fewer pixels than this a second thread costs more than it saves.
  private static let fewPixels = 300_000
  /// Seconds between two progress messages.
  private static let progressInterval = 0.1

  /// Starts a codec at the rows and columns that the tiles need; all tiles are of one frame.
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
    (layout, stride) = try codec.begin(
      PassRequest(
        rows: rows, columns: columns, source: source, frame: batches.first?.group.frame ?? 0),
      of: size)
    for reducer in reducers { reducer.setFedColumns(layout.columns) }
    nextRow = layout.firstRow
    isThreaded = rows.count * columns.count > Self.fewPixels
    pipeline = RowPipeline(
      lanes: lanes, rows: rows.count, stride: stride, rowsAtOnce: layout.rowsAtOnce,
      isThreaded: isThreaded, control: session.control)
  }

  func cancel(id: UInt32) { pipeline.cancel(id: id) }

  /// Runs until every tile is answered; returns the unanswered ones if it stopped early.
  ///
  /// It stops early only if `isJoined` returns true, because tiles for this pass arrived just after
  /// its start: restarting from the top is cheaper than a second full pass.
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
      throw CodecError(.other, "some tiles are incomplete after the last row of the picture")
    }
    return rest
  }

  private func startReducing() -> [JoinableThread] {
    guard isThreaded else { return [] }
    let pipeline = pipeline
    var threads: [JoinableThread] = []
    for lane in 0..<lanes {
      guard let thread = try? JoinableThread(name: "reduce", body: { pipeline.run(lane) }) else {
        // No more threads can be started: the other lanes are reduced here.
        pipeline.reduceInline(from: lane)
        break
      }
      threads.append(thread)
    }
    return threads
  }

  /// Feeds the wanted rows; returns false if the pass stopped to start again.
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
      // Sent before the tiles: a viewer that has all tiles stops listening.
      session.report(missing: codec.missing)
      session.report(headroom: codec.headroom)
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

  /// Reads the next rows; `nil` if this frame has none, which must not fail the other frames.
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
  /// The smallest range that contains all of these.
  fileprivate var hull: Range<Int> {
    guard let start = map(\.lowerBound).min(), let end = map(\.upperBound).max() else {
      return 0..<0
    }
    return start..<end
  }
}
