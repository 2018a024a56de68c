import Geometry
import Glibc
import Testing
import Tiles
import Zooming

@testable import Tiling

@Suite("Tile plans")
struct TilePlannerTests {
  static let surface = PixelSize(width: 1280, height: 800)
  static let picture = PixelSize(width: 6000, height: 4000)
  let planner = TilePlanner(info: SourceInfo(size: Self.picture))
  let fitView = Viewport(fitting: Self.picture, on: Self.surface)

  private func view(_ scale: Double, _ center: Point? = nil) -> Viewport {
    Viewport(settledOn: Self.surface, picture: Self.picture, scale: scale, center: center)
  }

  private func resident(_ keys: [TileKey], _ quality: TileQuality = .exact)
    -> [TileKey: TileQuality]
  {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, quality) })
  }

  private var fitKeys: [TileKey] { TileGrid(of: fitView.fitLevel).keys }

  @Test("A fit view wants its whole level, row by row, and nothing else")
  func fit() {
    let plan = planner.plan(destination: fitView, current: fitView, resident: [:])
    #expect(fitView.fitLevel.size == PixelSize(width: 1200, height: 800))
    #expect(plan.wanted == fitKeys.map { .init(key: $0, quality: .exact) })
    #expect(plan.wanted.count == 20 && plan.kept.isEmpty)
    let done = planner.plan(destination: fitView, current: fitView, resident: resident(fitKeys))
    #expect(done.wanted.isEmpty && done.kept == Set(fitKeys))
  }

  @Test("A part's level is wanted last, and kept while the window is covered")
  func partLevel() {
    let level = Level(of: Self.picture, scale: 0.02)
    let part = TileGrid(of: level).keys
    var input = PlanInput(destination: fitView, partLevel: level)
    var plan = planner.plan(input, resident: [:], access: .pass)
    #expect(plan.wanted == (fitKeys + part).map { .init(key: $0, quality: .exact) })
    plan = planner.plan(input, resident: resident(fitKeys + part), access: .pass)
    #expect(plan.wanted.isEmpty && plan.kept == Set(fitKeys + part))
    input.interest = .fitOnly
    plan = planner.plan(input, resident: resident(fitKeys), access: .pass)
    #expect(plan.wanted.isEmpty)
    plan = planner.plan(input, resident: resident(fitKeys + part), access: .pass)
    #expect(plan.kept == Set(fitKeys + part))
  }

  @Test("A fast preview comes first, until exact tiles arrive")
  func preview() {
    let planner = TilePlanner(info: SourceInfo(size: Self.picture, preview: .small))
    var plan = planner.plan(destination: fitView, current: fitView, resident: [:])
    #expect(plan.wanted.prefix(20).allSatisfy { $0.quality == .preview })
    #expect(plan.wanted.suffix(20).allSatisfy { $0.quality == .exact } && plan.wanted.count == 40)
    // The preview's first tiles are resident: the rest of it is still wanted.
    plan = planner.plan(
      destination: fitView, current: fitView, resident: resident(Array(fitKeys[..<5]), .preview))
    #expect(plan.wanted.filter { $0.quality == .preview }.map(\.key) == Array(fitKeys[5...]))
    #expect(plan.wanted.filter { $0.quality == .exact }.map(\.key) == fitKeys)
    #expect(plan.kept == Set(fitKeys[..<5]))
    // One exact tile is resident: no more preview tiles are wanted.
    var tiles = resident(fitKeys, .preview)
    tiles[fitKeys[0]] = .exact
    plan = planner.plan(destination: fitView, current: fitView, resident: tiles)
    #expect(plan.wanted == fitKeys[1...].map { .init(key: $0, quality: .exact) })
  }

  @Test("A fit view that is large relative to the picture has no preview")
  func previewOfLittleWorth() {
    let planner = TilePlanner(info: SourceInfo(size: Self.picture, preview: .small))
    for (width, isWorth) in [(1500, true), (2140, true), (2150, false), (3240, false)] {
      let large = Viewport(
        fitting: Self.picture, on: PixelSize(width: width, height: width * 2 / 3))
      let plan = planner.plan(destination: large, current: large, resident: [:])
      #expect(plan.wanted.contains { $0.quality == .preview } == isWorth, "\(width)")
    }
  }

  @Test(
    "Coarse and pyramid previews serve views that are large relative to the picture, too",
    arguments: [(SourceInfo.Preview.coarse, 3750, 3780), (.reduction, 3000, 3024)])
  func previewOfALargeView(_ preview: SourceInfo.Preview, largest: Int, tooLarge: Int) {
    let planner = TilePlanner(info: SourceInfo(size: Self.picture, preview: preview))
    for (width, isWorth) in [(300, true), (1500, true), (largest, true), (tooLarge, false)] {
      let view = Viewport(
        fitting: Self.picture, on: PixelSize(width: width, height: width * 2 / 3))
      let keys = TileGrid(of: view.fitLevel).keys
      let plan = planner.plan(destination: view, current: view, resident: [:])
      let previews = isWorth ? keys.map { TilePlan.Wanted(key: $0, quality: .preview) } : []
      #expect(plan.wanted == previews + keys.map { .init(key: $0, quality: .exact) })
    }
  }

  @Test("An embedded preview comes before any fit view")
  func embeddedPreview() {
    let planner = TilePlanner(info: SourceInfo(size: Self.picture, preview: .embedded))
    for width in [300, 3780, 8000] {
      let view = Viewport(
        fitting: Self.picture, on: PixelSize(width: width, height: width * 2 / 3))
      let keys = TileGrid(of: view.fitLevel).keys
      let plan = planner.plan(destination: view, current: view, resident: [:])
      let previews = keys.map { TilePlan.Wanted(key: $0, quality: .preview) }
      #expect(plan.wanted == previews + keys.map { .init(key: $0, quality: .exact) })
    }
  }

  @Test("A zoomed view wants the exact tiles that cover it, nearest first")
  func zoomed() {
    let view = view(0.5, .init(x: 2000, y: 2000))
    let plan = planner.plan(
      destination: view, current: view, resident: resident(fitKeys), focus: .init(x: 300, y: 700))
    let grid = view.visibleTiles(of: view.exactLevel)
    #expect(Set(plan.wanted.map(\.key)) == Set(grid.keys) && plan.wanted.count == grid.count)
    #expect(plan.wanted.allSatisfy { $0.quality == .exact })
    let distances = plan.wanted.map { view.distance(of: $0.key, from: .init(x: 300, y: 700)) }
    #expect(distances == distances.sorted())
    let first = view.deviceRect(of: plan.wanted[0].key.area, in: view.exactLevel.size)
    #expect(first.contains(.init(x: 300, y: 700)))
  }

  @Test("The plan covers exactly what is visible", arguments: [0.25, 0.4321, 1, 2.5, 40])
  func covers(scale: Double) {
    for turn in 0..<4 {
      let view = Viewport(
        settledOn: Self.surface, picture: Self.picture,
        orientation: Orientation(isMirrored: turn > 1, quarterTurns: turn), scale: scale,
        center: .init(x: 1234, y: 3456))
      let plan = planner.plan(destination: view, current: view, resident: [:])
      let sharp = plan.wanted.map(\.key).filter { $0.level == view.exactLevel }
      let surface = Rect(PixelRect(Self.surface)).intersection(view.shownRect)
      var left = [surface]
      for key in sharp {
        let rect = view.deviceRect(of: key.area, in: key.level.size)
        #expect(!rect.intersection(surface).isEmpty)
        left = left.flatMap { $0.subtracting(rect) }
      }
      #expect(left.allSatisfy { $0.width < 1e-6 || $0.height < 1e-6 })
      if scale >= 1 { #expect(view.exactLevel.size == Self.picture) }
    }
  }

  @Test("A missing fit view comes before the sharp tiles, a coarse one after them")
  func priorities() {
    let view = view(1)
    var plan = planner.plan(destination: view, current: view, resident: [:])
    #expect(plan.wanted.prefix(20).map(\.key) == fitKeys)
    plan = planner.plan(
      destination: view, current: view, resident: resident(fitKeys, .preview))
    #expect(plan.wanted.suffix(20).map(\.key) == fitKeys)
    #expect(plan.wanted.dropLast(20).allSatisfy { $0.key.level == view.exactLevel })
  }

  @Test("Resident tiles are not wanted again, and visible ones are kept")
  func nothingTwice() {
    let view = view(0.5)
    let half = Array(view.visibleTiles(of: view.exactLevel).keys.dropFirst(9))
    let tiles = resident(fitKeys + half)
    let plan = planner.plan(destination: view, current: view, resident: tiles)
    #expect(plan.wanted.allSatisfy { tiles[$0.key] == nil } && plan.wanted.count == 9)
    #expect(plan.kept == Set(tiles.keys))
  }

  @Test("The last view's tiles stay until the next view is complete")
  func transition() {
    let from = view(0.5)
    let to = view(0.625)
    let old = from.visibleTiles(of: from.exactLevel).keys
    let new = to.visibleTiles(of: to.exactLevel).keys
    var moving = view(0.55)
    moving.isSettled = false
    let seen = moving.visibleTiles(of: from.exactLevel).keys
    var plan = planner.plan(
      destination: to, current: moving, resident: resident(fitKeys + old + new.dropLast()),
      budget: .max)
    #expect(Set(seen).isSubset(of: plan.kept) && plan.wanted.count == 1)
    // All tiles are resident, but the view is still moving.
    let tiles = resident(fitKeys + old + new)
    plan = planner.plan(destination: to, current: moving, resident: tiles)
    #expect(!plan.kept.isDisjoint(with: old))
    // At the destination, with the new tiles still fading in over the old ones.
    let seenOld = old.filter { !to.deviceRect(of: $0.area, in: $0.level.size).isHidden }
    plan = planner.plan(
      destination: to, current: to, resident: tiles, isFading: true, budget: .max)
    #expect(plan.kept == Set(fitKeys + new + seenOld) && !seenOld.isEmpty)
    plan = planner.plan(destination: to, current: to, resident: tiles)
    #expect(plan.kept == Set(fitKeys + new))
  }

  @Test("Short of room, tiles stay that nothing sharp replaces yet, however far")
  func replaced() {
    let from = view(0.5)
    let to = view(0.4)
    let old = from.visibleTiles(of: from.exactLevel).keys
    let new = to.visibleTiles(of: to.exactLevel).keys
    // All tiles of the new level except the last one that the old view shows.
    let missing = from.visibleTiles(of: to.exactLevel).keys.last
    let there = new.filter { $0 != missing }
    #expect(there.count == new.count - 1)
    let room = 270_000 + there.reduce(0) { $0 + $1.layout.byteCount }
    let plan = planner.plan(
      destination: to, current: from, resident: resident(fitKeys + old + there), budget: room)
    let stays = plan.kept.intersection(old)
    #expect(stays.count == 1 && plan.wanted.map(\.key) == [missing])
    for (key, missing) in zip(stays, [missing].compactMap(\.self)) {
      let place = to.deviceRect(of: key.area, in: from.exactLevel.size)
      let hole = to.deviceRect(of: missing.area, in: to.exactLevel.size)
      #expect(!place.intersection(hole).isEmpty)
    }
  }

  @Test("After a resize the old fit view stands in until the new one is complete")
  func resize() {
    let larger = fitView.resized(to: .init(width: 1920, height: 1080))
    let plan = planner.plan(destination: larger, current: larger, resident: resident(fitKeys))
    #expect(plan.kept == Set(fitKeys) && plan.wanted.count > 20)
    let new = TileGrid(of: larger.fitLevel).keys
    let done = planner.plan(
      destination: larger, current: larger, resident: resident(fitKeys + new))
    #expect(done.kept == Set(new))
  }

  @Test("Kept tiles stay within the budget: the farthest from the focus and the scale go first")
  func budget() {
    let to = view(0.6)
    let now = view(0.5)
    let far = view(0.3)
    let near = now.visibleTiles(of: now.exactLevel).keys
    let others = far.visibleTiles(of: far.exactLevel).keys
    let tiles = resident(fitKeys + near + others)
    let budget = 12 * TileLayout(area: .init(width: 256, height: 256)).byteCount
    let focus = Point(x: 100, y: 100)
    let plan = planner.plan(
      destination: to, current: now, resident: tiles, focus: focus, budget: budget)
    let spare = plan.kept.subtracting(fitKeys)
    #expect(spare.reduce(0) { $0 + $1.layout.byteCount } <= budget && spare.count >= 12)
    #expect(spare.allSatisfy { $0.level == now.exactLevel })
    let worst = spare.map { now.distance(of: $0, from: focus) }.max() ?? 0
    let best = near.filter { !spare.contains($0) }.map { now.distance(of: $0, from: focus) }.min()
    #expect(best.map { $0 >= worst } == true)
    #expect(Set(fitKeys).isSubset(of: plan.kept))
    #expect(MemoryBudget(surface: Self.surface).mostTiles == 12 * 1280 * 800)
  }

  @Test("A pending picture wants only its fit view")
  func fitOnly() {
    let view = view(1)
    let sharp = view.visibleTiles(of: view.exactLevel).keys
    let plan = planner.plan(
      destination: view, current: view, resident: resident(fitKeys + sharp), interest: .fitOnly)
    #expect(plan.kept == Set(fitKeys) && plan.wanted.isEmpty)
    let empty = planner.plan(destination: view, current: view, resident: [:], interest: .fitOnly)
    #expect(empty.wanted.map(\.key) == fitKeys)
  }

  @Test("Zooming from fit to 1:1 decodes on average at most 50 % more than is visible")
  func economy() {
    var ratios: [Double] = []
    for picture in [
      PixelSize(width: 1920, height: 1280), .init(width: 3000, height: 2000),
      .init(width: 3024, height: 4032), Self.picture, .init(width: 12000, height: 9000),
    ] {
      let planner = TilePlanner(info: SourceInfo(size: picture))
      for step in 1...40 {
        var zoom = ZoomController(surface: Self.surface, picture: picture)
        let fit = zoom.viewport(at: 0)
        let scale = pow(fit.scale, 1 - Double(step) / 40)
        // Cursors all over the view, by the golden ratio and the square root of two.
        let cursor = Point(
          x: 1280 * (0.618_034 * Double(step)).truncatingRemainder(dividingBy: 1),
          y: 800 * (0.414_214 * Double(step)).truncatingRemainder(dividingBy: 1))
        zoom.zoom(byFactor: scale / fit.scale, at: cursor, now: 0)
        let view = zoom.destination
        #expect(abs(view.scale - scale) < 1e-9)
        let plan = planner.plan(
          destination: view, current: view,
          resident: resident(TileGrid(of: fit.fitLevel).keys))
        // The count includes overlaps, which are decoded, too.
        let bytes = plan.wanted.reduce(0) { $0 + $1.key.layout.byteCount }
        ratios.append(Double(bytes / 4) / Double(view.displayedPixels))
      }
    }
    let mean = ratios.reduce(0, +) / Double(ratios.count)
    #expect(mean <= 1.5, "\(mean)")
    #expect((ratios.max() ?? 0) < 2.2)
  }

  @Test("A margin wants the tiles around the view too, after the visible ones")
  func margin() {
    for turn in 0..<4 {
      let view = Viewport(
        settledOn: Self.surface, picture: Self.picture,
        orientation: Orientation(isMirrored: turn == 3, quarterTurns: turn), scale: 0.75,
        center: .init(x: 2100, y: 1800))
      let fitKeys = TileGrid(of: view.fitLevel).keys
      let plan = planner.plan(
        destination: view, current: view, resident: resident(fitKeys), margin: 100)
      let seen = view.visibleTiles(of: view.exactLevel)
      // A tile is wanted if any of its pixels is within 100 pixels of the view.
      let area = Rect(minX: -100, minY: -100, maxX: 1380, maxY: 900)
      let all = TileGrid(of: view.exactLevel).keys.filter {
        !view.deviceRect(of: $0.area, in: view.exactLevel.size).intersection(area).isEmpty
      }
      let wanted = plan.wanted.map(\.key)
      #expect(Set(wanted) == Set(all) && wanted.count == all.count)
      #expect(all.count > seen.count)
      #expect(wanted.prefix(seen.count).allSatisfy(seen.contains))
      // Resident tiles stay, and nothing else is wanted.
      let there = resident(fitKeys + all)
      let done = planner.plan(destination: view, current: view, resident: there, margin: 100)
      #expect(done.wanted.isEmpty && done.kept == Set(fitKeys + all))
      // Without the margin, its tiles are evicted.
      let without = planner.plan(destination: view, current: view, resident: there)
      #expect(without.kept == Set(fitKeys + seen.keys))
    }
  }

  @Test("A margin ends at the picture, and the fit view has none")
  func marginEndsAtThePicture() {
    let corner = view(0.5, .init(x: 0, y: 0))
    let plan = planner.plan(
      destination: corner, current: corner, resident: resident(fitKeys), margin: 256)
    let keys = plan.wanted.map(\.key)
    #expect(keys.allSatisfy { $0.column >= 0 && $0.row >= 0 } && keys.count == 6 * 5)
    let fit = planner.plan(destination: fitView, current: fitView, resident: [:], margin: 256)
    #expect(fit == planner.plan(destination: fitView, current: fitView, resident: [:]))
  }
}

extension Rect {
  fileprivate var isHidden: Bool {
    intersection(Rect(PixelRect(TilePlannerTests.surface))).isEmpty
  }
}
