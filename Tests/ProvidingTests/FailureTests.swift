import Geometry
import Platform
import Testing
import Tiles
import Tiling

@testable import Providing

@Suite("Tiles that fail, hang or are missing", .timeLimit(.minutes(30)))
struct FailureTests {
  private struct NotDrawn: Error, CustomStringConvertible {
    var description: String { "the pen is empty" }
  }

  private let extent = Extent(width: 2048, height: 1024)

  /// A source of 8 × 4 tiles at scale 1, and all their keys.
  private func source(
    threads: Int? = nil, _ provider: NumberedTiles
  ) throws -> (ProviderSource, [TileKey]) {
    let source = try ProviderSource(
      extent, .ladder(levelsOfDetail: 3, levelsOfDetailBias: 0), threads: threads, provider)
    return (source, TileGrid(of: source.levels.exactLevel(scale: 1)).keys)
  }

  @Test("Calls that throw and tiles of a wrong size fail alone, with one event each")
  func failures() throws {
    let provider = NumberedTiles { request in
      switch (request.column, request.row) {
      case (1, 1): throw NotDrawn()
      case (2, 1):
        .pixels(PixelSize(width: 255, height: 256), Array(repeating: 0, count: 255 * 1024))
      case (3, 1): .pixels(request.size, [1, 2, 3])
      case (4, 1):
        .pixels(PixelSize(width: -256, height: -256), Array(repeating: 0, count: 1 << 18))
      case (5, 1): .encoded([1, 2, 3])
      default: nil
      }
    }
    let (source, keys) = try source(provider)
    defer { source.close() }
    let view = HandMadeView(source)
    view.want(keys)
    try view.wait { view.delivered.count == 27 && view.failures.count == 5 }
    #expect(Set(view.failures.map(\.key.column)) == [1, 2, 3, 4, 5])
    #expect(view.failures.allSatisfy { $0.key.row == 1 })
    #expect(view.failures.contains { $0.sentence == "the pen is empty" })
    #expect(
      view.failures.contains { $0.sentence == "the tile has 255 × 256 pixels, not 256 × 256" })
    #expect(view.failures.contains { $0.sentence == "the tile has 3 bytes, not 256 × 256 × 4" })
    // Failed tiles are not retried while they stay wanted, only after a plan without them.
    provider.forget()
    let failed = view.failures.map(\.key)
    view.want(failed)
    view.want(failed + [keys[0]])
    try view.wait { view.delivered.count == 28 }
    #expect(provider.askedTiles == [TilePosition(level: 2, column: 0, row: 0)])
    view.want([])
    view.want(failed)
    try view.wait { view.failures.count == 10 }
    #expect(provider.asked.count == 6)
  }

  @Test("A call that hangs costs its own tile, and closing does not wait for it")
  func hanging() throws {
    let gate = CallGate()
    let provider = NumberedTiles { request in
      if (request.column, request.row) == (0, 0) { gate.pass() }
      return nil
    }
    let (source, keys) = try source(provider)
    let view = HandMadeView(source)
    view.want(keys)
    try view.wait { view.delivered.count == keys.count - 1 }
    #expect(!view.delivered.contains(keys[0]) && view.failures.isEmpty)
    source.close()
    gate.open()
    #expect(source.process(PollSet(), now: 0).isEmpty)
  }

  @Test("Three calls that hang delay nothing, since there are at least four threads")
  func threeHang() throws {
    let gate = CallGate()
    defer { gate.open() }
    let provider = NumberedTiles { request in
      if request.row == 0, request.column < 3 { gate.pass() }
      return nil
    }
    let (source, keys) = try source(provider)
    defer { source.close() }
    let view = HandMadeView(source)
    view.want(keys)
    try view.wait { view.delivered.count == keys.count - 3 }
  }

  @Test("If all threads hang, further requests get new ones")
  func allHang() throws {
    let gate = CallGate()
    defer { gate.open() }
    let provider = NumberedTiles { request in
      if request.row == 0 { gate.pass() }
      return nil
    }
    let (source, keys) = try source(threads: 2, provider)
    defer { source.close() }
    let view = HandMadeView(source)
    view.want(keys)
    try view.wait { view.delivered.count == keys.count - 8 }
    #expect(view.delivered.allSatisfy { $0.row > 0 } && view.failures.isEmpty)
    gate.open()
    try view.wait { view.delivered.count == keys.count }
    #expect(Set(provider.askedTiles).count == provider.asked.count)
  }

  @Test("A missing tile is reported once and is not a failure")
  func missing() throws {
    let provider = NumberedTiles { $0.column == 2 ? .missing : nil }
    let (source, keys) = try source(provider)
    defer { source.close() }
    let view = HandMadeView(source)
    view.want(keys)
    try view.wait { view.delivered.count == 28 && view.missing.count == 4 }
    provider.forget()
    view.want(view.missing)
    #expect(provider.asked.isEmpty && view.failures.isEmpty && view.idles == 1)
  }

  @Test("A hole between rungs is filled from others; only tiles that would show it fail")
  func holes() throws {
    let provider = NumberedTiles { $0.column == 1 && $0.row == 1 && $0.level == 2 ? .missing : nil }
    let (source, _) = try source(provider)
    defer { source.close() }
    let view = HandMadeView(source)
    let level = source.levels.exactLevel(scale: 0.75)
    let keys = TileGrid(of: level).keys
    view.want(keys)
    try view.wait { view.delivered.count + view.missing.count == keys.count }
    // Tiles of 341.3 pixels of the rung: the hole, 256 to 512, lies in the first two in each
    // direction.
    #expect(
      Set(view.missing) == Set(keys.filter { $0.column < 2 && $0.row < 2 }))
  }

  @Test("Impossible tiles in a plan are refused")
  func absurd() throws {
    let provider = NumberedTiles()
    let (source, _) = try source(provider)
    defer { source.close() }
    let view = HandMadeView(source)
    let level = source.levels.exactLevel(scale: 1)
    let wrong = [
      TileKey(level: level, column: 8, row: 0), TileKey(level: level, column: -1, row: 0),
      TileKey(level: level, column: .max, row: .max),
      TileKey(level: level, column: 0, row: 0, frame: -1),
      TileKey(level: Level(size: level.size, shape: .usual), column: 0, row: 0),
      TileKey(
        level: Level(size: PixelSize(width: 4096, height: 2048), shape: level.shape), column: 0,
        row: 0),
      TileKey(
        level: Level(size: PixelSize(width: 0, height: 0), shape: level.shape), column: 0, row: 0),
    ]
    view.want(wrong)
    try view.wait { view.failures.count == wrong.count }
    #expect(provider.asked.isEmpty && view.delivered.isEmpty)
  }
}
