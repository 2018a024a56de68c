import Fresnel
import Geometry
import Platform
import Synchronization
import Testing
import Tiles
import Tiling

@testable import FresnelDrawing

/// Draws one rectangle, which can be moved, and records the areas requested.
final class Recording: TileDelegate {
  let world = Rect(minX: 0, minY: 0, maxX: 4096, maxY: 4096)
  private struct State {
    var group: PathGroup
    var revision: UInt64 = 0
    var areas: [Rect] = []
    var isHeld = false
  }
  private let state: Mutex<State>
  private let lock = ConditionLock()

  init(_ drawing: Drawing) { state = Mutex(State(group: PathGroup(drawing))) }

  static func square(_ color: PaintColor, at x: Double, _ y: Double, edge: Double) -> Drawing {
    var path = Path(fill: color)
    path.rectangle(Rect(minX: x, minY: y, maxX: x + edge, maxY: y + edge))
    return Drawing(path)
  }

  var revision: UInt64 { state.withLock { $0.revision } }
  var areas: [Rect] { state.withLock { $0.areas } }
  func forgetAreas() { state.withLock { $0.areas = [] } }
  func put(_ drawing: Drawing) {
    state.withLock {
      $0.group = PathGroup(drawing)
      $0.revision += 1
    }
  }

  /// Blocks all calls while held.
  func hold(_ isHeld: Bool) {
    lock.withLock {
      state.withLock { $0.isHeld = isHeld }
      lock.notify()
    }
  }

  func groups(in area: Rect, unitsPerPixel: Double, body: (PathGroup) -> Void) {
    let group = state.withLock {
      $0.areas.append(area)
      return $0.group
    }
    lock.withLock { while state.withLock({ $0.isHeld }) { lock.wait() } }
    body(group)
  }
}

/// Checks which tiles the source draws, and when.
@Suite(.serialized) struct SourceTests {
  @Test func onlyTilesTouchedByAChangeAreRedrawn() throws {
    let delegate = Recording(Recording.square(.black, at: 1000, 1000, edge: 20))
    let shown = try Shown(delegate, size: PixelSize(width: 1024, height: 768))
    let before = try shown.look(at: Point(x: 1024, y: 1024), scale: 1)
    delegate.forgetAreas()
    // The square moves within one tile of 256, from 1000 to 1002: 1000…1024 in the tile 768…1024.
    delegate.put(Recording.square(.black, at: 1002, 1000, edge: 20))
    shown.source.invalidate(Rect(minX: 1000, minY: 1000, maxX: 1022, maxY: 1020))
    let after = try shown.now()
    let fine = delegate.areas.filter { $0.width < 300 }
    #expect(fine.count == 1, "\(fine)")
    #expect(fine.first?.contains(Point(x: 1010, y: 1010)) == true)
    var changed = 0
    let left = before.place.apply(Point(x: 1000, y: 1000))
    for y in 0..<768 {
      for x in 0..<1024 where before.color(x, y) != after.color(x, y) {
        changed += 1
        #expect(Double(x) >= left.x && Double(x) < left.x + 22)
      }
    }
    #expect(changed == 2 * 2 * 20)
  }

  @Test func anUnreportedChangeIsShownToo() throws {
    let delegate = Recording(Recording.square(.black, at: 1000, 1000, edge: 20))
    let shown = try Shown(delegate)
    _ = try shown.look(at: Point(x: 1010, y: 1010), scale: 1)
    delegate.put(Recording.square(.black, at: 1100, 1000, edge: 20))
    shown.view.dispatch()
    let seen = try shown.look(at: Point(x: 1060, y: 1010), scale: 1)
    let old = seen.place.apply(Point(x: 1010, y: 1010))
    let new = seen.place.apply(Point(x: 1110, y: 1010))
    #expect(seen.color(Int(old.x), Int(old.y)) == [255, 255, 255, 255])
    #expect(seen.color(Int(new.x), Int(new.y)) == [0, 0, 0, 255])
  }

  @Test func cancelledTilesAreNotDrawn() throws {
    let delegate = Recording(Recording.square(.black, at: 0, 0, edge: 4096))
    let source = try DrawingSource(delegate: delegate, threads: 1)
    let level = Level(size: PixelSize(width: 4096, height: 4096))
    func plan(_ columns: Range<Int>, row: Int) -> TilePlan {
      TilePlan(
        wanted: columns.map {
          .init(key: TileKey(level: level, column: $0, row: row), quality: .exact)
        })
    }
    let demand = SourceDemand(surface: PixelSize(width: 1024, height: 768))
    delegate.hold(true)
    source.update(plan(0..<8, row: 0), for: demand, now: 0)
    while delegate.areas.isEmpty {}
    source.update(plan(0..<3, row: 9), for: demand, now: 0)
    delegate.hold(false)
    var tiles: [TileKey] = []
    while tiles.count < 3 {
      var poll = PollSet()
      source.addDescriptors(to: &poll)
      poll.wait(timeout: 5)
      for case .tile(let tile) in source.process(poll, now: 0) {
        tiles.append(tile.key)
        source.release(tile, now: 0)
      }
    }
    #expect(Set(tiles.map(\.row)) == [9])
    #expect(delegate.areas.count == 4)
    source.close()
  }

  /// One outline across the whole world: each tile would traverse it again.
  @Test func longOutlinesAreDrawnInStrips() throws {
    var path = Path(stroke: Stroke(.black, width: .units(1)))
    path.move(to: Point(x: 0, y: 0))
    for step in 1...5000 {
      path.line(to: Point(x: Double(step * 37 % 4096), y: Double(step * 101 % 4096)))
    }
    let delegate = Recording(Drawing(path))
    let shown = try Shown(delegate, size: PixelSize(width: 1024, height: 768))
    _ = try shown.look(at: Point(x: 2048, y: 2048), scale: 1)
    delegate.forgetAreas()
    _ = try shown.look(at: Point(x: 2000, y: 2000), scale: 1.3)
    let wide = delegate.areas.filter { $0.width * 1.3 > 520 }
    #expect(!wide.isEmpty)
    #expect(delegate.areas.count <= 12, "\(delegate.areas.count) calls")
  }

  @Test func drawingsReach2To44Pixels() throws {
    let delegate = Recording(Recording.square(.black, at: 4000, 4000, edge: 50))
    let shown = try Shown(delegate)
    #expect(shown.source.info?.levels.largestScale == 0x1p44 / 4096)
    let seen = try shown.look(at: Point(x: 4000, y: 4000), scale: 0x1p32)
    let corner = seen.place.apply(Point(x: 4000, y: 4000))
    #expect(abs(corner.x - 320) < 2 && abs(corner.y - 240) < 2)
    #expect(seen.color(330, 250) == [0, 0, 0, 255])
    #expect(seen.color(310, 230) == [255, 255, 255, 255])
  }

  @Test func withoutABackgroundDrawingsAreTranslucent() throws {
    let half = PaintColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
    let delegate = Recording(Recording.square(half, at: 0, 0, edge: 256))
    let level = Level(size: PixelSize(width: 4096, height: 4096))
    let key = TileKey(level: level, column: 0, row: 0)
    let call = DrawCall(id: 1, keys: [key], world: delegate.world, background: nil)
    guard case .drawn(let tiles, _) = call.answer(of: delegate), let tile = tiles[key] else {
      Issue.record("nothing was drawn")
      return
    }
    // Premultiplied R, G, B, A.
    let at = (10 * 258 + 10) * 4
    let bytes = (0..<4).map { Int(tile.base.load(fromByteOffset: at + $0, as: UInt8.self)) }
    #expect(zip(bytes, [128, 64, 0, 128]).allSatisfy { abs($0 - $1) <= 1 }, "\(bytes)")
  }
}
