import Geometry
import Testing
import Tiles

@testable import Viewing

/// The rows of the first picture that are shown before its last tiles have arrived.
@Suite struct FirstRowsTests {
  private static let raster = SourceLevels(raster: PixelSize(width: 6000, height: 4000))
  private static let surface = PixelSize(width: 1600, height: 1000)
  /// The fit view: 1500 × 1000 pixels, 50 from the left, four rows of tiles.
  private static let view = Viewport(
    fitting: Extent(PixelSize(width: 6000, height: 4000)), on: surface)
  private static let level = raster.fitLevel(of: view)

  /// The next row to show when `there` rows of tiles have arrived, requested at time 1.
  private func next(
    _ rows: inout FirstRows, there: Int, at now: Double, level: Level = level,
    view: Viewport = view
  ) -> Int? {
    rows.next(of: level, in: view, since: 1, now: now) { $0.row < there }
  }

  @Test func rowsAreShownIfTheOthersArriveWithinTheLead() {
    var rows = FirstRows()
    #expect(next(&rows, there: 0, at: 1.005) == nil)
    // A quarter of the picture took 8 ms; the rest will take 23 ms.
    #expect(next(&rows, there: 1, at: 1.008) == 256)
    #expect(rows.end == 256)
    #expect(next(&rows, there: 1, at: 1.009) == nil, "they are shown")
    #expect(next(&rows, there: 3, at: 1.020) == 768)
    #expect(next(&rows, there: 4, at: 1.026) == nil, "all of it is shown by the frame")
    #expect(rows.end == 768)
  }

  @Test func aLargePictureDoesNotBuildUpVisibly() {
    var rows = FirstRows()
    #expect(next(&rows, there: 1, at: 1.010) == nil, "29 ms are left")
    #expect(next(&rows, there: 2, at: 1.030) == nil, "29 ms are left")
    #expect(rows.end == 0)
    #expect(next(&rows, there: 3, at: 1.050) == 768, "15 ms are left")
  }

  @Test func rowsThatArriveOutOfOrderWaitForThoseAbove() {
    var rows = FirstRows()
    let lower = rows.next(of: Self.level, in: Self.view, since: 1, now: 1.002) { $0.row > 0 }
    #expect(lower == nil)
    let part = rows.next(of: Self.level, in: Self.view, since: 1, now: 1.002) { $0.column > 0 }
    #expect(part == nil)
  }

  @Test func anotherViewStartsOver() {
    var rows = FirstRows()
    #expect(next(&rows, there: 2, at: 1.008) == 512)
    let small = Viewport(
      fitting: Extent(PixelSize(width: 6000, height: 4000)),
      on: PixelSize(width: 800, height: 800))
    let level = Self.raster.fitLevel(of: small)
    // 800 × 533, 134 rows from the top.
    let top = Int(small.shownRect.minY)
    #expect(next(&rows, there: 1, at: 1.008, level: level, view: small) == top + 256)
  }

  @Test func scaledPicturesAreShownWhole() {
    var rows = FirstRows()
    var turned = Self.view
    turned.orientation = Orientation(quarterTurns: 2)
    #expect(next(&rows, there: 2, at: 1.008, view: turned) == nil)
    var larger = Self.view
    larger.scale *= 1.5
    #expect(next(&rows, there: 2, at: 1.008, view: larger) == nil)
    var between = Self.view
    between.origin.y += 0.5
    #expect(next(&rows, there: 2, at: 1.008, view: between) == nil)
  }

  // MARK: In a view

  private func makeView() throws -> (TiledView, StillRenderer, QuickSource) {
    let renderer = StillRenderer()
    let source = QuickSource(Self.raster)
    source.holdsBack = true
    let view = try TiledView(surface: Self.surface, renderer: renderer)
    view.add(source, as: .pending)
    view.dispatch(at: 1)
    return (view, renderer, source)
  }

  @Test func theFrameAfterTheRowsIsTheSame() throws {
    let (view, renderer, source) = try makeView()
    #expect(!view.showsFirstRows)
    for row in 0..<3 {
      source.letGo(row: row)
      // Dispatch once for the tiles, once for the renderer's events about them.
      view.dispatch(at: 1 + 0.006 * Double(row + 1))
      view.dispatch(at: 1 + 0.006 * Double(row + 1))
    }
    #expect(renderer.ahead.map(\.row) == [256, 512, 768])
    #expect(view.showsFirstRows && renderer.frames.isEmpty)
    source.holdsBack = false
    view.dispatch(at: 1.03)
    view.dispatch(at: 1.03)
    let info = try #require(view.info(of: source.id))
    view.show(source.id, with: view.firstController(of: info))
    view.dispatch(at: 1.03)
    var frame = try #require(renderer.frames.last)
    frame.number = 0
    #expect(renderer.ahead.allSatisfy { $0.frame == frame })
    #expect(!view.showsFirstRows)
  }

  @Test func rowsOfALaterPictureWait() throws {
    let (view, renderer, source) = try makeView()
    source.holdsBack = false
    view.dispatch(at: 1.001)
    view.dispatch(at: 1.001)
    view.show(source.id, with: view.firstController(of: try #require(view.info(of: source.id))))
    view.dispatch(at: 1.001)
    #expect(renderer.frames.count == 1)
    let second = QuickSource(Self.raster, number: 8)
    second.holdsBack = true
    view.add(second, as: .pending)
    view.dispatch(at: 1.002)
    second.letGo(row: 0)
    view.dispatch(at: 1.003)
    view.dispatch(at: 1.003)
    #expect(view.hasTiles(of: second.id) && renderer.ahead.isEmpty)
  }

  @Test func rowsWaitWhileAPlainBackgroundIsShown() throws {
    let (view, renderer, source) = try makeView()
    view.showsBackdrop = true
    view.dispatch(at: 1.001)
    source.letGo(row: 0)
    view.dispatch(at: 1.002)
    view.dispatch(at: 1.002)
    #expect(view.hasTiles(of: source.id) && renderer.ahead.isEmpty)
  }
}
