import Geometry
import Testing
import Tiles

@testable import Tiling

@Suite("Prefetching the next step in the first pass")
struct FirstPassTests {
  private static let surface = PixelSize(width: 1280, height: 800)
  private static let picture = PixelSize(width: 12000, height: 9000)
  private let planner = TilePlanner(info: SourceInfo(size: Self.picture, preview: .small))

  private func view(_ scale: Double) -> Viewport {
    Viewport(
      settledOn: Self.surface, picture: Self.picture, scale: scale,
      center: Point(x: 6000, y: 4500))
  }

  private var fit: Viewport { view(view(1).fitScale) }
  private var next: Viewport { view(fit.scale * 1.25) }

  private func resident(_ quality: TileQuality) -> [TileKey: TileQuality] {
    Dictionary(uniqueKeysWithValues: TileGrid(of: fit.fitLevel).keys.map { ($0, quality) })
  }

  private func plan(
    _ view: Viewport, _ resident: [TileKey: TileQuality], access: TilePlanner.Access = .pass,
    change: (inout PlanInput) -> Void = { _ in }
  ) -> TilePlan {
    var input = PlanInput(
      destination: view, next: NextStep(to: next, budget: 4 * 4 * 1280 * 800))
    change(&input)
    return planner.plan(input, resident: resident, access: access)
  }

  @Test("They follow all that the picture needs, from the first plan to the last tile")
  func order() {
    let seen = Set(next.visibleTiles(of: next.exactLevel).keys)
    var one = resident(.preview)
    one[TileGrid(of: fit.fitLevel).keys[0]] = .exact
    let firsts: [[TileKey: TileQuality]] = [[:], resident(.preview), one]
    for (index, there) in firsts.enumerated() {
      let plan = plan(fit, there)
      #expect(plan.wanted.count == [40, 20, 19][index])
      #expect(plan.wanted.allSatisfy { $0.key.level == fit.fitLevel })
      let keys = Set(plan.prefetched.map(\.key))
      #expect(keys.isSuperset(of: seen) && keys.allSatisfy { $0.level == next.exactLevel })
      #expect(plan.prefetched.allSatisfy { $0.quality == .exact })
    }
    // Nothing is prefetched if the view disables it, or is not the fit view.
    #expect(plan(fit, [:]) { $0.next = nil }.prefetched.isEmpty)
    #expect(plan(fit, [:]) { $0.prefetches = false }.prefetched.isEmpty)
    #expect(plan(fit, [:]) { $0.interest = .fitOnly }.prefetched.isEmpty)
    #expect(plan(view(1), resident(.preview)).prefetched.isEmpty)
  }

  @Test("The first pass lasts until the fit view is complete")
  func during() {
    #expect(planner.isInFirstPass(fit, resident: [:], access: .pass, processors: 2))
    #expect(planner.isInFirstPass(fit, resident: resident(.preview), access: .pass, processors: 2))
    #expect(!planner.isInFirstPass(fit, resident: resident(.exact), access: .pass, processors: 2))
    #expect(!planner.isInFirstPass(fit, resident: [:], access: .direct, processors: 2))
    #expect(
      !planner.isInFirstPass(next, resident: resident(.preview), access: .pass, processors: 2))
    // The zoom step can have a later pass of its own, unless passes take longer than for a plain
    // picture.
    let photo = PixelSize(width: 6000, height: 4000)
    let smaller = Viewport(
      settledOn: Self.surface, picture: photo, scale: 0.2, center: Point(x: 3000, y: 2000))
    for (preview, isWorthIt) in [(SourceInfo.Preview.small, false), (.coarse, true)] {
      let planner = TilePlanner(info: SourceInfo(size: photo, preview: preview))
      #expect(
        planner.isInFirstPass(smaller, resident: [:], access: .pass, processors: 2) == isWorthIt)
    }
    // Without a preview, the first picture waits for the pass, so the pass must not make anything
    // else.
    for preview in [SourceInfo.Preview.none, .small] {
      let large = view(0.36)
      let surface = PixelSize(width: 4320, height: 3240)
      let fit = Viewport(
        settledOn: preview == .none ? Self.surface : surface, picture: Self.picture,
        scale: preview == .none ? fit.scale : large.scale, center: Point(x: 6000, y: 4500))
      let planner = TilePlanner(info: SourceInfo(size: Self.picture, preview: preview))
      #expect(planner.info.levels.exactLevel(of: fit) == planner.info.levels.fitLevel(of: fit))
      #expect(!planner.isInFirstPass(fit, resident: [:], access: .pass, processors: 2))
    }
  }

  @Test("Without a preview it pays off for large pictures that decode slowly")
  func shared() {
    for (size, isWorthIt) in [
      (Self.picture, true), (PixelSize(width: 6000, height: 4000), true),
      (PixelSize(width: 5000, height: 4000), false),
    ] {
      var info = SourceInfo(size: size)
      let any = Viewport(
        settledOn: Self.surface, picture: size, scale: 1, center: Point(x: 3000, y: 2000))
      let whole = Viewport(
        settledOn: Self.surface, picture: size, scale: any.fitScale,
        center: Point(x: 3000, y: 2000))
      let close = Viewport(
        settledOn: Self.surface, picture: size, scale: 1.25 * any.fitScale,
        center: Point(x: 3000, y: 2000))
      #expect(
        !TilePlanner(info: info).isInFirstPass(whole, resident: [:], access: .pass, processors: 2))
      info.decodesSlowly = true
      let planner = TilePlanner(info: info)
      #expect(
        planner.isInFirstPass(whole, resident: [:], access: .pass, processors: 2) == isWorthIt)
      // On larger surfaces, only with many cores.
      for (edge, processors, isShared) in [
        (1500, 1, true), (1501, 3, false), (3840, 3, false), (3840, 4, true),
      ] {
        let surface = PixelSize(width: edge, height: 800)
        let whole = Viewport(
          settledOn: surface, picture: size,
          scale: Viewport(
            settledOn: surface, picture: size, scale: 1, center: Point(x: 3000, y: 2000)
          ).fitScale, center: Point(x: 3000, y: 2000))
        #expect(
          planner.isInFirstPass(whole, resident: [:], access: .pass, processors: processors)
            == (isShared && isWorthIt))
      }
      #expect(!planner.isInFirstPass(close, resident: [:], access: .pass, processors: 2))
      #expect(!planner.isInFirstPass(whole, resident: [:], access: .direct, processors: 2))
    }
  }

  @Test("They have slots beside those of a view")
  func slots() {
    // 20 tiles and 28 of the next step; a view has 30 slots.
    #expect(NextStep.prefetchSlots(of: Self.surface) == 18)
    // 135 tiles and 209 of the next step; a view has 160 slots.
    #expect(NextStep.prefetchSlots(of: PixelSize(width: 3840, height: 2160)) == 184)
    #expect(NextStep.prefetchSlots(of: .zero) == 0)
  }
}
