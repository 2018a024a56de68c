import DecoderKit
import DecoderProtocol
import Geometry
import Resampling
import Synchronization
import TestSupport
import Testing
import Tiles

/// What must not change a pixel: how rows arrive, which tiles are made, and what is cropped.
@Suite struct ReducerStreamTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var width: Int
    var height: Int
    var format: RowFormat
    var level: PixelSize
    var exif: Int

    var testDescription: String {
      "\(width)×\(height) \(format.channels) \(format.depth) to \(level.width)×\(level.height), \(exif)"
    }

    func run() -> ReducerRun {
      var run = ReducerRun(level: level)
      run.orientation = Orientation(exif: exif)
      return run
    }

    func picture() -> SamplePicture { .noise(width, height, format, seed: UInt64(width + exif)) }
  }

  static let cases = [
    Case(
      width: 700, height: 40, format: RowFormat(channels: .rgb),
      level: PixelSize(width: 523, height: 30), exif: 1),
    Case(
      width: 31, height: 600, format: RowFormat(channels: .rgba),
      level: PixelSize(width: 25, height: 280), exif: 4),
    Case(
      width: 24, height: 700, format: RowFormat(channels: .gray),
      level: PixelSize(width: 310, height: 11), exif: 8),
    Case(
      width: 1203, height: 50, format: RowFormat(channels: .rgb),
      level: PixelSize(width: 10, height: 281), exif: 5),
    Case(
      width: 1300, height: 43, format: RowFormat(channels: .grayAlpha),
      level: PixelSize(width: 270, height: 8), exif: 2),
    Case(
      width: 530, height: 26, format: RowFormat(channels: .rgb, depth: 16),
      level: PixelSize(width: 530, height: 26), exif: 3),
  ]

  @Test("An overlap equals its neighbours' pixels bit for bit", arguments: cases)
  func seamless(example: Case) {
    let result = example.run()(example.picture())
    #expect(result.tiles.count > 1 && result.isFinished && result.isTidy)
    #expect(result.firstDifference(from: result.joined(example.level), example.level) == nil)
  }

  @Test("Rows in calls of any size give the same pixels", arguments: cases)
  func batches(example: Case) {
    let picture = example.picture()
    let whole = example.run()(picture)
    for seed in UInt64(1)...3 {
      let numbers = Mutex(SeededNumbers(seed: seed))
      var run = example.run()
      run.batch = { numbers.withLock { Int($0.next() % 21) + 1 } }
      let result = run(picture)
      #expect(result.tiles == whole.tiles, "seed \(seed)")
    }
    var run = example.run()
    run.batch = { 1 }
    #expect(run(picture).tiles == whole.tiles, "single rows")
    run.batch = { 100_000 }
    #expect(run(picture).tiles == whole.tiles, "all rows at once")
  }

  @Test("A tile made from only its own rows and columns is the same", arguments: cases)
  func cropped(example: Case) {
    let picture = example.picture()
    let whole = example.run()(picture)
    for key in whole.tiles.keys {
      var run = example.run()
      run.cells = [(key.column, key.row)]
      run.isCropped = true
      let result = run(picture)
      #expect(result.isFinished && result.isTidy)
      #expect(result.tiles[key] == whole.tiles[key], "tile \(key.column), \(key.row)")
    }
  }

  @Test("Tiles far apart are made without those between them")
  func scattered() {
    let picture = SamplePicture.noise(20, 900, RowFormat(channels: .rgb), seed: 5)
    let level = PixelSize(width: 19, height: 800)
    let whole = ReducerRun(level: level)(picture)
    var run = ReducerRun(level: level)
    run.cells = [(0, 3), (0, 0)]
    let result = run(picture)
    #expect(result.completed == [1, 0] && result.isFinished)
    for (key, tile) in result.tiles { #expect(tile == whole.tiles[key]) }
  }

  @Test("A cancelled tile is not written any more, and the others are complete")
  func cancelled() {
    let picture = SamplePicture.noise(600, 120, RowFormat(channels: .rgb), seed: 6)
    for level in [PixelSize(width: 600, height: 120), PixelSize(width: 300, height: 60)] {
      let whole = ReducerRun(level: level)(picture)
      var run = ReducerRun(level: level)
      run.afterCall = { row, reducer in
        if row == 64 { reducer.cancel(id: 1) }
      }
      let result = run(picture)
      #expect(result.isFinished && !result.completed.contains(1))
      for (key, tile) in result.tiles {
        guard key.column == 1 else {
          #expect(tile == whole.tiles[key])
          continue
        }
        let last = tile.suffix(key.layout.stride * (level.height / 3))
        #expect(last.allSatisfy { $0 == ReducerRun.unwritten })
        #expect(tile.contains { $0 != ReducerRun.unwritten }, "it had been begun")
      }
    }
  }

  @Test("A tile cancelled in the middle of a box does not spoil a later one")
  func cancelledInBox() {
    let picture = SamplePicture.noise(60, 6000, RowFormat(channels: .rgb), seed: 9)
    let level = PixelSize(width: 10, height: 1000)
    let whole = ReducerRun(level: level)(picture)
    var run = ReducerRun(level: level)
    run.cells = [(0, 0), (0, 3)]
    run.batch = { 7 }
    run.afterCall = { row, reducer in
      if row > 700 { reducer.cancel(id: 0) }
    }
    let result = run(picture)
    let key = TileKey(level: Level(size: level), column: 0, row: 3)
    #expect(result.completed == [1])
    #expect(result.tiles[key] == whole.tiles[key])
  }

  @Test("Nothing remains to be done after all tiles are cancelled")
  func allCancelled() {
    let picture = SamplePicture.noise(60, 60, RowFormat(channels: .rgb), seed: 6)
    var run = ReducerRun(level: PixelSize(width: 20, height: 20))
    run.afterCall = { _, reducer in
      reducer.cancel(id: 0)
      #expect(reducer.isFinished)
    }
    #expect(run(picture).completed.isEmpty)
  }

  @Test("Pictures of any size, very flat and enlarged ones too, are complete and seamless")
  func anySize() {
    let seed: UInt64 = 77
    var numbers = SeededNumbers(seed: seed)
    func side(_ most: UInt64) -> Int {
      Int(numbers.next() % 4 == 0 ? numbers.next() % 4 : numbers.next() % most) + 1
    }
    for round in 0..<150 {
      let format = ReducerExactTests.formats[round % ReducerExactTests.formats.count]
      let (width, height) = round % 2 == 0 ? (side(1500), side(40)) : (side(40), side(1500))
      let picture = SamplePicture.noise(width, height, format, seed: UInt64(round))
      let level = PixelSize(width: side(round % 3 == 0 ? 600 : 30), height: side(50))
      let example = Case(
        width: width, height: height, format: format, level: level, exif: round % 8 + 1)
      let batch = side(30)
      var run = example.run()
      run.batch = { batch }
      let whole = run(picture)
      #expect(whole.isFinished && whole.isTidy, "seed \(seed), round \(round): \(example)")
      #expect(
        whole.firstDifference(from: whole.joined(level), level) == nil,
        "seed \(seed), round \(round): \(example)")
      run.isCropped = true
      run.cells = [(0, 0)]
      let key = TileKey(level: Level(size: level), column: 0, row: 0)
      #expect(
        run(picture).tiles[key] == whole.tiles[key], "seed \(seed), round \(round): \(example)")
    }
  }
}
