import Geometry
import Glibc
import Providing
import Testing
import Tiles
import Tiling

@Suite("Requests for the tiles of a ladder", .timeLimit(.minutes(30)))
struct LadderTests {
  static let extent = Extent(width: 3200, height: 2400)
  static let surface = PixelSize(width: 640, height: 400)

  private static func view(_ scale: Double, _ center: Point? = nil) -> Viewport {
    Viewport(settledOn: surface, picture: extent, scale: scale, center: center)
  }

  /// The rule, on its own: the smallest of 2^bias … 2^(bias − count + 1) that is at least the zoom,
  /// or else the largest; rungs are counted from the smallest.
  private static func rung(_ zoom: Double, count: Int, bias: Int) -> (index: Int, scale: Double) {
    let scales = (0..<count).map { pow(2, Double(bias - count + 1 + $0)) }
      .filter { $0 * max(extent.width, extent.height) >= 1 }
    let index = scales.firstIndex { $0 >= zoom } ?? scales.count - 1
    return (index, scales[index])
  }

  /// The tiles of a rung that overlap an area of the extent.
  private static func provider(
    _ area: Rect, _ rung: (index: Int, scale: Double), edge: Int
  ) -> Set<TilePosition> {
    let side = Double(edge) / rung.scale
    let size = (
      x: Int((extent.width / side).rounded(.up)), y: Int((extent.height / side).rounded(.up))
    )
    func range(_ from: Double, _ to: Double, _ count: Int) -> Range<Int> {
      max(0, Int((from / side).rounded(.down)))..<min(count, Int((to / side).rounded(.up)))
    }
    return Set(
      range(area.minY, area.maxY, size.y).flatMap { row in
        range(area.minX, area.maxX, size.x).map {
          TilePosition(level: rung.index, column: $0, row: row)
        }
      })
  }

  /// The tiles that a view at rest requests: the whole picture's rung, and the tiles that its own
  /// scale's tiles are resampled from.
  private static func expected(_ view: Viewport, edge: Int) -> Set<TilePosition> {
    let fit = rung(view.fitScale, count: 7, bias: 3)
    let all = Rect(minX: 0, minY: 0, maxX: extent.width, maxY: extent.height)
    let own = rung(view.scale, count: 7, bias: 3)
    let corner = view.imagePoint(at: .zero)
    let end = view.imagePoint(
      at: Point(x: Double(surface.width), y: Double(surface.height)))
    var seen = Rect(minX: corner.x, minY: corner.y, maxX: end.x, maxY: end.y).intersection(all)
    if own.scale != view.scale, view.scale < own.scale {
      // Whole tiles of the view's own scale, and a margin of three of its pixels.
      let side = Double(edge) / view.scale
      let reach = 3 / view.scale
      let whole = Rect(
        minX: (seen.minX / side + 1e-9).rounded(.down) * side,
        minY: (seen.minY / side + 1e-9).rounded(.down) * side,
        maxX: min((seen.maxX / side - 1e-9).rounded(.up) * side, all.maxX),
        maxY: min((seen.maxY / side - 1e-9).rounded(.up) * side, all.maxY))
      seen = Rect(
        minX: whole.minX - reach, minY: whole.minY - reach, maxX: whole.maxX + reach,
        maxY: whole.maxY + reach
      ).intersection(all)
    }
    return provider(all, fit, edge: edge).union(provider(seen, own, edge: edge))
  }

  @Test(
    "Each zoom requests exactly the tiles of the rule, once",
    arguments: [0.05, 0.1, 0.125, 0.2, 0.25, 0.4, 0.5, 1, 3, 16], [50, 256, 640])
  func rule(zoom: Double, edge: Int) throws {
    let provider = NumberedTiles()
    let source = try ProviderSource(
      Self.extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), edge: edge, provider)
    defer { source.close() }
    let view = HandMadeView(source)
    let port = Self.view(zoom, Point(x: 1230, y: 1010))
    try view.settle(at: port)
    let asked = provider.askedTiles
    #expect(Set(asked).count == asked.count, "nothing is asked for twice")
    let expected = Self.expected(port, edge: edge)
    #expect(Set(asked).subtracting(expected).isEmpty, "nothing else is asked for")
    #expect(expected.subtracting(asked).isEmpty, "nothing is left out")
    #expect(view.failures.isEmpty && view.missing.isEmpty)
    // At rest nothing is requested again, whatever the plans.
    provider.forget()
    for _ in 0..<3 { try view.settle(at: port) }
    #expect(provider.asked.isEmpty)
    #expect(view.idles > 0)
  }

  @Test("A scale of 0.4 uses the rung of one half, and requests describe it completely")
  func requests() throws {
    let provider = NumberedTiles()
    let source = try ProviderSource(
      Self.extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), edge: 50, provider)
    defer { source.close() }
    try HandMadeView(source).settle(at: Self.view(0.4))
    let halves = provider.asked.filter { $0.scale == 0.5 }
    #expect(!halves.isEmpty)
    #expect(Set(provider.asked.map(\.scale)) == [0.25, 0.5], "the fit view is made of one quarter")
    for request in provider.asked {
      #expect(request.level == (request.scale == 0.5 ? 2 : 1))
      let side = 50 / request.scale
      #expect(request.area.minX == Double(request.column) * side)
      #expect(request.area.minY == Double(request.row) * side)
      #expect(request.area.width * request.scale == Double(request.size.width))
      #expect(request.area.height * request.scale == Double(request.size.height))
      #expect(request.levelSize.width == Int(3200 * request.scale))
      #expect(request.frame == 0)
    }
  }

  @Test("Drawings appear in their tile")
  func places() throws {
    let provider = NumberedTiles()
    let source = try ProviderSource(
      Self.extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), edge: 50, provider)
    defer { source.close() }
    let view = HandMadeView(source)
    try view.settle(at: Self.view(1))
    let level = SourceLevels.ladder(Self.extent, levelsOfDetail: 7, levelsOfDetailBias: 3)
      .exactLevel(scale: 1).size
    let shown = view.pixels.filter { $0.key.level.size == level }
    #expect(shown.count > 50)
    for (key, pixels) in shown {
      let color = NumberedTiles.color(TilePosition(level: 3, column: key.column, row: key.row))
      #expect(pixels.count == key.area.width * key.area.height * 4)
      #expect(Array(pixels.prefix(4)) == color && Array(pixels.suffix(4)) == color)
    }
  }

  @Test("Requests follow the plan's order")
  func order() throws {
    let gate = CallGate()
    let provider = NumberedTiles { _ in
      gate.pass()
      return nil
    }
    let source = try ProviderSource(
      Self.extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), threads: 1, provider)
    defer { source.close() }
    let view = HandMadeView(source)
    let level = try #require(source.info).levels.exactLevel(scale: 1)
    let keys = TileGrid(of: level, touching: PixelRect(PixelSize(width: 1024, height: 1024))).keys
    view.want(keys)
    // The first one may have begun; all others follow the newest plan's order.
    let turned = Array(keys.reversed())
    view.want(turned)
    gate.open()
    try view.wait { view.delivered.count == keys.count }
    let asked = provider.askedTiles
    let wanted = turned.map { TilePosition(level: 3, column: $0.column, row: $0.row) }
    let begun = asked.first == wanted.first ? [] : Array(asked.prefix(1))
    #expect(asked == begun + wanted.filter { !begun.contains($0) })
  }

  @Test("Unwanted tiles are not begun, and running calls are not repeated")
  func changesOfMind() throws {
    let gate = CallGate()
    let provider = NumberedTiles { _ in
      gate.pass()
      return nil
    }
    let source = try ProviderSource(
      Self.extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), threads: 2, provider)
    defer { source.close() }
    let view = HandMadeView(source)
    let level = try #require(source.info).levels.exactLevel(scale: 1)
    let keys = TileGrid(of: level, touching: PixelRect(PixelSize(width: 1024, height: 512))).keys
    view.want(keys)
    provider.waitForCalls(2)
    view.want([])
    view.want(Array(keys.prefix(3)))
    gate.open()
    try view.wait { view.delivered.count == 3 }
    let expected = Set(
      keys.prefix(3).map { TilePosition(level: 3, column: $0.column, row: $0.row) })
    #expect(Set(provider.askedTiles) == expected && provider.asked.count == 3)
    #expect(view.idles > 0)
  }
}
