import DecoderProtocol
import Geometry
import Glibc
import Platform
import Resampling
import TestSupport
import Testing
import Tiles

@testable import DecoderKit

/// Tiles of one pass, made by several threads.
@Suite struct ReducingLaneTests {
  private let picture = SamplePicture.noise(2400, 900, RowFormat(channels: .rgb), seed: 41)

  @Test(arguments: [
    (12_000_000, 1, 1), (12_000_000, 2, 1), (12_000_000, 3, 1), (12_000_000, 4, 2),
    (12_000_000, 6, 3), (12_000_000, 64, 4), (3_500_000, 64, 3), (900_000, 64, 1),
  ])
  func theNumberOfLanesFollowsPixelsAndProcessors(_ pixels: Int, _ processors: Int, _ lanes: Int) {
    #expect(ReducingLane.count(pixels: pixels, processors: processors) == lanes)
  }

  /// Slots for all tiles of two levels, and the targets in them.
  private final class Slots {
    let levels: [Level]
    var targets: [(level: Level, targets: [TileReducer.Target])] = []
    private var memory: [(key: TileKey, bytes: UnsafeMutableRawBufferPointer)] = []

    init(_ sizes: [PixelSize]) {
      levels = sizes.map { Level(size: $0) }
      for level in levels {
        var own: [TileReducer.Target] = []
        let edge = level.shape.edge
        for row in 0..<dividedRoundingUp(level.size.height, by: edge) {
          for column in 0..<dividedRoundingUp(level.size.width, by: edge) {
            let key = TileKey(level: level, column: column, row: row)
            let bytes = UnsafeMutableRawBufferPointer.allocate(
              byteCount: key.layout.byteCount, alignment: 16)
            bytes.initializeMemory(as: UInt8.self, repeating: 0xA7)
            if let base = bytes.baseAddress {
              own.append(TileReducer.Target(id: UInt32(memory.count), key: key, base: base))
            }
            memory.append((key, bytes))
          }
        }
        targets.append((level, own))
      }
    }

    deinit { for slot in memory { slot.bytes.deallocate() } }

    var count: Int { memory.count }
    var pixels: [[UInt8]] { memory.map { Array($0.bytes) } }
    func key(_ id: UInt32) -> TileKey { memory[Int(id)].key }
  }

  private func lanes(
    _ slots: Slots, _ count: Int, orientation: Orientation = .identity
  ) -> [ReducingLane] {
    ReducingLane.lanes(
      slots.targets, count: count, source: picture.size, orientation: orientation,
      color: ColorPipeline(format: picture.format, source: .sRGB, displayProfile: []))
  }

  @Test(arguments: [0, 1, 2, 3]) func lanesHaveAdjacentColumns(_ turns: Int) {
    let orientation = Orientation(quarterTurns: turns)
    let sizes = [PixelSize(width: 1200, height: 450), PixelSize(width: 600, height: 225)]
    let slots = Slots(sizes.map { orientation.applied(to: $0) })
    let lanes = lanes(slots, 3, orientation: orientation)
    #expect(lanes.count == 3)
    #expect(lanes.flatMap(\.ids).sorted() == Array(0..<UInt32(slots.count)))
    for level in slots.levels {
      // In the stored picture: pixels that are adjacent there are adjacent in a row's bytes.
      let columns = lanes.map { lane in
        lane.ids.map(slots.key).filter { $0.level == level }.map {
          TileReducer.sourceArea(of: $0, source: picture.size, orientation: orientation).minX
        }
      }
      for (left, right) in zip(columns, columns.dropFirst()) {
        guard let last = left.max(), let first = right.min() else { continue }
        #expect(last < first)
      }
    }
  }

  @Test func everyLaneHasTiles() {
    let slots = Slots([PixelSize(width: 300, height: 112)])
    #expect(lanes(slots, 4).count == 2)
    #expect(lanes(slots, 1).count == 1)
  }

  /// The codec may take long to decode the next batch.
  @Test func noBatchWaitsForTheNextOne() throws {
    let slots = Slots([PixelSize(width: 300, height: 112)])
    let ends = try FileDescriptor.socketPair()
    let pipeline = RowPipeline(
      lanes: lanes(slots, 1), rows: picture.size.height, stride: picture.stride, rowsAtOnce: 1,
      isThreaded: true, control: ControlChannel(descriptor: ends.first.number))
    let thread = try JoinableThread(name: "reduce") { pipeline.run(0) }
    var row = 0
    while row < picture.size.height {
      let count = min(pipeline.rowsPerBatch, picture.size.height - row)
      let batch = pipeline.nextBatch()
      picture.bytes[row * picture.stride..<(row + count) * picture.stride].withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: batch, count: $0.count).copyMemory(from: $0)
      }
      pipeline.submit(firstRow: row, count: count)
      // Long enough to be reduced, and too short to count as a pause.
      usleep(1000)
      row += count
    }
    #expect(waitUntil(5) { pipeline.isFinished })
    pipeline.end()
    thread.join()
  }

  /// Runs a pass over the picture, calls `between` before each batch of rows, and returns the
  /// replies.
  private func run(
    _ lanes: [ReducingLane], threads: Int,
    between: (Int, RowPipeline) -> Void = { _, _ in }
  ) throws -> (answers: [PictureReport], rest: Set<UInt32>) {
    let ends = try FileDescriptor.socketPair()
    let pipeline = RowPipeline(
      lanes: lanes, rows: picture.size.height, stride: picture.stride, rowsAtOnce: 1,
      isThreaded: threads > 0, control: ControlChannel(descriptor: ends.first.number))
    let running = try (0..<threads).map { lane in
      try JoinableThread(name: "reduce") { pipeline.run(lane) }
    }
    pipeline.reduceInline(from: threads)
    var row = 0
    while row < picture.size.height, !pipeline.isFinished {
      between(row, pipeline)
      let count = min(pipeline.rowsPerBatch, picture.size.height - row)
      let batch = pipeline.nextBatch()
      let bytes = picture.bytes[row * picture.stride..<(row + count) * picture.stride]
      bytes.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: batch, count: $0.count).copyMemory(from: $0)
      }
      pipeline.submit(firstRow: row, count: count)
      row += count
    }
    pipeline.end()
    for thread in running { thread.join() }
    let rest = pipeline.takeRest()
    return (try Self.messages(from: ends.second.number), rest)
  }

  /// The messages that are pending on a socket.
  private static func messages(from socket: Int32) throws -> [PictureReport] {
    var framer = MessageFramer()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    bytes.prefix(max(0, count)).withUnsafeBytes { framer.append($0) }
    var messages: [PictureReport] = []
    while let payload = try framer.next() {
      guard case .report(let report) = try DecoderMessage<PictureReport>(payload: payload) else {
        Issue.record("a message that is no answer")
        continue
      }
      messages.append(report)
    }
    return messages
  }

  /// With any number of threads, even if only some can be created.
  @Test(arguments: [(1, 0), (1, 1), (2, 2), (4, 4), (3, 1), (3, 0)])
  func lanesMakeTheTilesOfOneReducer(_ count: Int, _ threads: Int) throws {
    let sizes = [PixelSize(width: 1200, height: 450), PixelSize(width: 700, height: 262)]
    let alone = Slots(sizes)
    _ = try run(lanes(alone, 1), threads: 0)
    let slots = Slots(sizes)
    let (answers, rest) = try run(lanes(slots, count), threads: threads)
    #expect(rest.isEmpty)
    let ready = answers.compactMap { if case .tileReady(let id) = $0 { id } else { nil } }
    #expect(ready.sorted() == Array(0..<UInt32(slots.count)))
    #expect(ready.count == answers.count)
    #expect(slots.pixels == alone.pixels)
    #expect(alone.pixels.allSatisfy { !$0.allSatisfy { $0 == 0xA7 } })
  }

  @Test(arguments: [0, 2, 3]) func theLaneAnswersForACancelledTile(_ threads: Int) throws {
    let slots = Slots([PixelSize(width: 1200, height: 450)])
    // One in the second row of tiles of each lane: none is complete before the first rows are fed.
    let dropped: Set<UInt32> = [5, 7, 9]
    let (answers, rest) = try run(lanes(slots, 3), threads: threads) { row, pipeline in
      if row == 0 { for id in dropped { pipeline.cancel(id: id) } }
    }
    #expect(rest.isEmpty)
    var ready: Set<UInt32> = []
    var cancelled: Set<UInt32> = []
    for answer in answers {
      switch answer {
      case .tileReady(let id): ready.insert(id)
      case .tileCancelled(let id): cancelled.insert(id)
      default: Issue.record("an answer to nothing")
      }
    }
    #expect(cancelled == dropped)
    #expect(ready == Set(0..<UInt32(slots.count)).subtracting(dropped))
    #expect(answers.count == slots.count)
    for id in dropped { #expect(slots.pixels[Int(id)].allSatisfy { $0 == 0xA7 }) }
  }
}
