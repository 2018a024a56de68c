import Geometry
import Testing
import Tiles

@testable import Tiling

@Suite("Prefetching the next step of a zoom")
struct NextStepTilesTests {
  private static let surface = PixelSize(width: 1280, height: 800)
  private static let picture = PixelSize(width: 12000, height: 9000)
  private let planner = TilePlanner(info: SourceInfo(size: Self.picture))
  private let focus = Point(x: 200, y: 700)

  private func view(_ scale: Double) -> Viewport {
    Viewport(
      settledOn: Self.surface, picture: Self.picture, scale: scale,
      center: Point(x: 6000, y: 4500))
  }

  private func complete(_ view: Viewport) -> [TileKey: TileQuality] {
    let keys = TileGrid(of: view.fitLevel).keys + view.visibleTiles(of: view.exactLevel).keys
    return Dictionary(keys.map { ($0, .exact) }) { $1 }
  }

  private func input(
    _ view: Viewport, next: Viewport, budget: Int = 4 * 4 * 1280 * 800
  ) -> PlanInput {
    PlanInput(destination: view, focus: focus, next: NextStep(to: next, budget: budget))
  }

  @Test("All its visible tiles, nearest to the pointer first, and those around them, or nothing")
  func order() {
    let (view, next) = (view(0.4), view(0.5))
    let resident = complete(view)
    let own = view.visibleTiles(of: view.exactLevel).keys.reduce(0) { $0 + $1.layout.byteCount }
    let seen = next.visibleTiles(of: next.exactLevel)
    for tiles in [seen.count * 2, seen.count, seen.count - 1] {
      let room = tiles * TileShape.usual.slotBytes
      let plan = planner.plan(
        input(view, next: next, budget: own + room), resident: resident, access: .pass)
      let keys = plan.prefetched.map(\.key)
      #expect(plan.wanted.isEmpty)
      guard tiles >= seen.count else {
        #expect(keys.isEmpty, "what is lacking would take a second pass")
        continue
      }
      #expect(keys.reduce(0) { $0 + $1.layout.byteCount } <= room)
      #expect(keys.allSatisfy { $0.level == next.exactLevel })
      #expect(keys.prefix(seen.count).elementsEqual(seen.keys(nearest: focus, in: next)))
      #expect(tiles == seen.count || keys.count > seen.count, "the pointer may go a little further")
    }
  }

  @Test("They stay while the view rests, and are not requested again")
  func kept() {
    let (view, next) = (view(0.4), view(0.5))
    var resident = complete(view)
    let first = planner.plan(input(view, next: next), resident: resident, access: .pass)
    #expect(!first.prefetched.isEmpty)
    for tile in first.prefetched { resident[tile.key] = .exact }
    let second = planner.plan(input(view, next: next), resident: resident, access: .pass)
    #expect(second.prefetched.isEmpty)
    #expect(second.kept.isSuperset(of: first.prefetched.map(\.key)))
    let other = planner.plan(input(view, next: view), resident: resident, access: .pass)
    #expect(other.kept.isDisjoint(with: first.prefetched.map(\.key)), "nothing else needs it")
  }

  @Test("A moving view that has its tiles prefetches as at rest, within the budget")
  func moving() {
    let (before, view, next) = (view(0.32), view(0.4), view(0.5))
    var resident = complete(view).merging(complete(before)) { $1 }
    var input = input(view, next: next)
    let atRest = planner.plan(input, resident: resident, access: .pass)
    input.current = before
    let moving = planner.plan(input, resident: resident, access: .pass)
    #expect(!moving.prefetched.isEmpty)
    #expect(moving.prefetched == atRest.prefetched)
    for tile in moving.prefetched { resident[tile.key] = .exact }
    let fit = TileGrid(of: view.fitLevel)
    let kept = planner.plan(input, resident: resident, access: .pass).kept
    #expect(kept.isSuperset(of: moving.prefetched.map(\.key)))
    let bytes = kept.filter { !fit.contains($0) }.reduce(0) { $0 + $1.layout.byteCount }
    #expect(bytes <= 4 * 4 * 1280 * 800)
  }

  @Test("None if tiles are missing or cheap")
  func none() {
    let (view, next) = (view(0.4), view(0.5))
    let resident = complete(view)
    func ahead(
      _ resident: [TileKey: TileQuality], _ access: TilePlanner.Access = .pass,
      change: (inout PlanInput) -> Void = { _ in }
    ) -> [TilePlan.Wanted] {
      var input = input(view, next: next)
      change(&input)
      return planner.plan(input, resident: resident, access: access).prefetched
    }
    #expect(!ahead(resident).isEmpty)
    var lacking = resident
    lacking[view.visibleTiles(of: view.exactLevel).keys[0]] = nil
    #expect(ahead(lacking).isEmpty)
    #expect(ahead(resident) { $0.interest = .fitOnly }.isEmpty)
    #expect(ahead(resident) { $0.prefetches = false }.isEmpty)
    #expect(ahead(resident) { $0.next = nil }.isEmpty)
    #expect(ahead(resident, .upTo(next.exactLevel.size)).isEmpty)
    #expect(!ahead(resident, .upTo(view.exactLevel.size)).isEmpty)
    // Cached tiles are costly to read all at once: the zoom step comes first, then what a pan
    // uncovers.
    let cached = ahead(resident, .direct).map(\.key.level)
    #expect(cached.first == next.exactLevel && cached.last == view.exactLevel)
    // With random access everywhere, only a pan is prepared for.
    var near = planner
    near.info.isRandomAccess = true
    let beside = near.plan(input(view, next: next), resident: resident, access: .direct).prefetched
    #expect(!beside.isEmpty && beside.allSatisfy { $0.key.level == view.exactLevel })
  }

  @Test("A step back to the fit view, or one that changes nothing, needs nothing")
  func alreadyThere() {
    let fit = Viewport(
      settledOn: Self.surface, picture: Self.picture, scale: view(1).fitScale,
      center: Point(x: 6000, y: 4500))
    let view = view(fit.scale * 1.25)
    for next in [fit, view] {
      let plan = planner.plan(input(view, next: next), resident: complete(view), access: .pass)
      #expect(plan.prefetched.isEmpty)
    }
  }
}
