import Geometry
import Testing
import Tiles
import Zooming

@testable import Tiling

@Suite("Tiles around a view at rest")
struct SurroundingsTests {
  static let surface = PixelSize(width: 1280, height: 800)
  static let picture = PixelSize(width: 12000, height: 9000)
  private let planner = TilePlanner(info: SourceInfo(size: Self.picture))

  private func view(_ scale: Double = 0.5, turns: Int = 0) -> Viewport {
    Viewport(
      settledOn: Self.surface, picture: Self.picture,
      orientation: Orientation(isMirrored: false, quarterTurns: turns), scale: scale,
      center: Point(x: 6000, y: 4500))
  }

  /// All tiles of a view and of its fit view.
  private func complete(_ view: Viewport) -> [TileKey: TileQuality] {
    let keys =
      TileGrid(of: view.fitLevel).keys + view.visibleTiles(of: view.exactLevel).keys
    return Dictionary(keys.map { ($0, .exact) }) { $1 }
  }

  private func plan(
    _ view: Viewport, resident: [TileKey: TileQuality]? = nil,
    access: TilePlanner.Access = .direct, heading: Point = .zero, focus: Point? = nil,
    budget: Int? = nil
  ) -> TilePlan {
    planner.plan(
      destination: view, current: view, resident: resident ?? complete(view), focus: focus,
      access: access, heading: heading, budget: budget)
  }

  @Test("Only neighbours of visible tiles, in at most 40 % of the surface's bytes")
  func bounds() {
    for turns in 0..<4 {
      let view = view(turns: turns)
      let seen = view.visibleTiles(of: view.exactLevel)
      let keys = plan(view).prefetched.map(\.key)
      #expect(keys.count == 6)
      #expect(keys.reduce(0) { $0 + $1.layout.byteCount } <= 1280 * 800 * 4 * 2 / 5)
      for key in keys {
        #expect(!seen.contains(key) && key.level == seen.level)
        #expect(seen.columns.lowerBound - 1...seen.columns.upperBound ~= key.column)
        #expect(seen.rows.lowerBound - 1...seen.rows.upperBound ~= key.row)
      }
    }
  }

  @Test("None if tiles take a pass, if visible tiles are missing, or if everything is visible")
  func none() {
    let view = view()
    #expect(plan(view, access: .pass).prefetched.isEmpty)
    var resident = complete(view)
    resident[view.visibleTiles(of: view.exactLevel).keys[0]] = nil
    #expect(plan(view, resident: resident).prefetched.isEmpty)
    let fit = Viewport(fitting: Self.picture, on: Self.surface)
    #expect(plan(fit).prefetched.isEmpty)
    #expect(plan(view, budget: 0).prefetched.isEmpty)
    let waiting = planner.plan(
      destination: view, current: view, resident: complete(view), interest: .fitOnly,
      access: .direct)
    #expect(waiting.prefetched.isEmpty)
    var zooming = view
    zooming.scale = 0.4
    let moving = planner.plan(
      destination: view, current: zooming, resident: complete(view), access: .direct)
    #expect(moving.prefetched.isEmpty)
  }

  @Test("Tiles in the direction of the last pan come first", arguments: 0..<4)
  func heading(turns: Int) {
    let view = view(turns: turns)
    func rects(_ heading: Point) -> [Rect] {
      plan(view, heading: heading).prefetched.prefix(4).map {
        view.deviceRect(of: $0.key.area, in: $0.key.level.size)
      }
    }
    #expect(rects(Point(x: 9, y: 4)).allSatisfy { $0.minX >= 1280 })
    #expect(rects(Point(x: -9, y: 4)).allSatisfy { $0.maxX <= 0 })
    #expect(rects(Point(x: 1, y: 4)).allSatisfy { $0.minY >= 800 })
    #expect(rects(Point(x: 1, y: -4)).allSatisfy { $0.maxY <= 0 })
  }

  @Test("For a distant source, only tiles in the direction of the last pan")
  func far() {
    let view = view()
    var info = planner.info
    info.isFar = true
    let far = TilePlanner(info: info)
    func keys(_ heading: Point) -> [TileKey] {
      far.plan(
        destination: view, current: view, resident: complete(view), access: .direct,
        heading: heading
      ).prefetched.map(\.key)
    }
    #expect(keys(.zero).isEmpty)
    let seen = view.visibleTiles(of: view.exactLevel)
    let right = keys(Point(x: 9, y: 4))
    #expect(!right.isEmpty && right.allSatisfy { $0.column == seen.columns.upperBound })
    #expect(right.allSatisfy { seen.rows.contains($0.row) })
    let up = keys(Point(x: 1, y: -4))
    #expect(!up.isEmpty && up.allSatisfy { $0.row == seen.rows.lowerBound - 1 })
  }

  @Test("Resident ones are kept wherever the pointer is, and then nothing is wanted")
  func rests() {
    let view = view()
    let surroundings = plan(view).prefetched.map(\.key)
    let resident = complete(view).merging(surroundings.map { ($0, .exact) }) { $1 }
    let done = plan(view, resident: resident, focus: Point(x: 3, y: 790))
    #expect(done.prefetched.isEmpty && done.wanted.isEmpty && done.kept == Set(resident.keys))
  }

  @Test("They go first when there is no room, and when the scale changes")
  func dropped() {
    let before = view()
    let surroundings = plan(before).prefetched.map(\.key)
    let resident = complete(before).merging(surroundings.map { ($0, .exact) }) { $1 }
    let tight = plan(before, resident: resident, budget: 1)
    #expect(tight.kept == Set(complete(before).keys))
    let next = planner.plan(
      destination: view(0.6), current: before, resident: resident, access: .direct)
    #expect(next.kept.isDisjoint(with: surroundings) && next.prefetched.isEmpty)
  }
}
