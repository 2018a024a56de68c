import Fresnel
import FresnelDrawing
import Geometry
import Glibc
import Testing

/// Shapes at rest equal their formulas at any scale.
@Suite(.serialized) struct AnalyticTests {
  static let scales = [1, 1e2, 1e4, 1e6, 1e9]
  private static let world = Rect(minX: -200, minY: 100, maxX: 1800, maxY: 1900)

  /// The view of some items at a scale, around a point of the world.
  private func seen(
    _ items: [Drawing.Item], around point: Point, scale: Double
  ) throws -> Seen {
    let list = GroupList([PathGroup(Drawing(items))], world: Self.world)
    let shown = try Shown(list)
    return try shown.look(at: point - Point(x: -200, y: 100), scale: scale)
  }

  /// Compares with black on white, where a negative signed distance in pixels is black.
  private func compare(_ seen: Seen, _ distance: @escaping (Point) -> Double) -> PixelDifference {
    PixelDifference(seen) { x, y in
      let light = 1 - coverage(x, y, distance)
      return (light, light, light)
    }
  }

  /// The distance of a point from the line segment between two others, in pixels of the surface.
  private func distance(_ point: Point, from start: Point, to end: Point) -> Double {
    let way = end - start
    let to = point - start
    let length = way.length
    let along = min(max((to.x * way.x + to.y * way.y) / (length * length), 0), 1)
    let beyond = (to.x * way.x + to.y * way.y) / length
    // Beside the segment, the cross product keeps digits that a difference of distant points would
    // lose.
    if along > 0, along < 1 { return abs(to.x * way.y - to.y * way.x) / length }
    return along == 0 ? (beyond == 0 ? to.length : (point - start).length) : (point - end).length
  }

  @Test(arguments: scales) func circlesEqualTheirFormula(scale: Double) throws {
    let center = Point(x: 611.3, y: 702.9)
    let radius = 217.7
    var path = Path(fill: .black)
    path.circle(center: center, radius: radius)
    let edge = center + Point(x: cos(0.7), y: sin(0.7)) * radius
    let seen = try seen([.path(path)], around: edge, scale: scale)
    let back = try #require(seen.place.inverse)
    let difference = compare(seen) { pixel in
      let way = back.apply(pixel) - center
      // The difference of squares keeps digits that a difference of square roots would lose.
      return (way.x * way.x + way.y * way.y - radius * radius) / (way.length + radius)
        * seen.place.a
    }
    #expect(difference.isAntialiasing, "\(difference)")
  }

  @Test(arguments: scales) func rectanglesEqualTheirFormula(scale: Double) throws {
    let rect = Rect(minX: 411.37, minY: 502.73, maxX: 911.61, maxY: 802.41)
    var path = Path(fill: .black)
    path.rectangle(rect)
    let seen = try seen([.path(path)], around: Point(x: rect.maxX, y: rect.minY), scale: scale)
    let low = seen.place.apply(Point(x: rect.minX, y: rect.minY))
    let high = seen.place.apply(Point(x: rect.maxX, y: rect.maxY))
    let difference = compare(seen) { max(low.x - $0.x, $0.x - high.x, low.y - $0.y, $0.y - high.y) }
    #expect(difference.isAntialiasing, "\(difference)")
  }

  /// A constant width on the screen, and one that grows with the scale: at 1e9, 3 × 10⁹ pixels.
  @Test(arguments: scales, [Stroke.Width.pixels(7), .units(3)])
  func linesEqualTheirFormula(scale: Double, width: Stroke.Width) throws {
    let start = Point(x: 300.3, y: 400.7)
    let end = Point(x: 1500.9, y: 1211.2)
    var path = Path(stroke: Stroke(.black, width: width))
    path.polyline([start, end])
    let way = (end - start) * (1 / (end - start).length)
    let side = Point(x: -way.y, y: way.x)
    var half = width.number / 2
    var around = start + (end - start) * 0.4
    if case .units = width { around = around + side * half }
    let seen = try seen([.path(path)], around: around, scale: scale)
    if case .units = width { half *= seen.place.a }
    let back = try #require(seen.place.inverse)
    let difference = compare(seen) { pixel in
      let to = back.apply(pixel) - start
      let beside = (to.x * way.y - to.y * way.x) * seen.place.a
      let along = (to.x * way.x + to.y * way.y) * seen.place.a
      return max(abs(beside) - half, -along, along - (end - start).length * seen.place.a)
    }
    #expect(difference.isAntialiasing, "\(difference)")
  }

  /// A corner with a round join, seen where its arc begins.
  @Test(arguments: scales) func roundJoinsEqualTheirFormula(scale: Double) throws {
    let corners = [
      Point(x: 400, y: 500), Point(x: 1200.5, y: 620.2), Point(x: 700.1, y: 1300.7),
    ]
    var path = Path(stroke: Stroke(.black, width: .units(8), join: .round))
    path.polygon(corners)
    let way = corners[1] - corners[0]
    let out = Point(x: way.y, y: -way.x) * (4 / way.length)
    let seen = try seen([.path(path)], around: corners[1] + out, scale: scale)
    let back = try #require(seen.place.inverse)
    let difference = compare(seen) { pixel in
      let point = back.apply(pixel)
      let near = (0..<3).map { distance(point, from: corners[$0], to: corners[($0 + 1) % 3]) }.min()
      return ((near ?? 0) - 4) * seen.place.a
    }
    #expect(difference.isAntialiasing, "\(difference)")
  }

  @Test(arguments: scales) func gradientsEqualTheirFormula(scale: Double) throws {
    let colors = [PaintColor(hex: 0xff4020), PaintColor(hex: 0x20c080), PaintColor(hex: 0x2040ff)]
    func color(_ place: Double) -> (Double, Double, Double) {
      let place = min(max(place, 0), 1) * 2
      let (one, other) = place < 1 ? (colors[0], colors[1]) : (colors[1], colors[2])
      let share = place < 1 ? place : place - 1
      return (
        one.red + (other.red - one.red) * share, one.green + (other.green - one.green) * share,
        one.blue + (other.blue - one.blue) * share
      )
    }
    let start = Point(x: 300, y: 400)
    let end = Point(x: 900, y: 800)
    for (name, gradient, place) in [
      (
        "linear", Gradient.linear(from: start, to: end, colors),
        { (point: Point) in
          let (to, way) = (point - start, end - start)
          return (to.x * way.x + to.y * way.y) / (way.length * way.length)
        }
      ),
      (
        "radial", Gradient.radial(center: start, radius: 700, colors),
        { (point: Point) in (point - start).length / 700 }
      ),
    ] {
      var path = Path(fill: .gradient(gradient))
      path.rectangle(Self.world)
      for around in [start, start + (end - start) * 0.35, Point(x: 900, y: 401)] {
        let seen = try seen([.path(path)], around: around, scale: scale)
        let back = try #require(seen.place.inverse)
        let difference = PixelDifference(seen) { x, y in
          color(place(back.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))))
        }
        #expect(difference.isAntialiasing && difference.most < 4, "\(name) \(around) \(difference)")
      }
    }
  }

  /// Dashes are where they should be, far from the line's start and at any scale.
  @Test(arguments: scales, [Stroke.Width.pixels(9), .units(2)])
  func dashesEqualTheirFormula(scale: Double, width: Stroke.Width) throws {
    let lengths: [Double]
    switch width {
    case .pixels: lengths = [37, 23]
    case .units: lengths = [31 / 7.0, 17 / 7.0]
    }
    var path = Path(stroke: Stroke(.black, width: width, dashes: lengths, dashPhase: 5))
    path.polyline([Point(x: 100, y: 900), Point(x: 1700, y: 900)])
    let seen = try seen([.path(path)], around: Point(x: 1131.7, y: 900.4), scale: scale)
    let back = try #require(seen.place.inverse)
    var unit = 1.0
    if case .units = width { unit = seen.place.a }
    let period = lengths[0] + lengths[1]
    let difference = compare(seen) { pixel in
      let point = back.apply(pixel)
      let along = (point.x - 100) * seen.place.a / unit + 5
      let rest = along - (along / period).rounded(.down) * period
      // Positive in a gap: the distance to the nearest dash.
      let gap = min(rest - lengths[0], period - rest)
      let dash = max(-rest, rest - lengths[0])
      let beside = abs(point.y - 900) * seen.place.a - width.number / 2 * unit
      return max(beside, (rest > lengths[0] ? gap : dash) * unit)
    }
    #expect(difference.isAntialiasing, "\(difference)")
  }

  /// The I of DejaVu Sans is a box of 201…403 × 0…1493 in units of 1/2048 em.
  @Test(arguments: [1, 1e2, 1e4, 1e5]) func textEqualsItsOutline(scale: Double) throws {
    let origin = Point(x: 500.3, y: 900.9)
    let run = TextRun("I", font: .init("DejaVu Sans"), size: 20, at: origin)
    let unit = 20 / 2048.0
    let low = origin + Point(x: 201 * unit, y: -1493 * unit)
    let high = origin + Point(x: 403 * unit, y: 0)
    let seen = try seen([.text(run)], around: Point(x: high.x, y: low.y), scale: scale)
    let a = seen.place.apply(low)
    let b = seen.place.apply(high)
    let difference = compare(seen) { max(a.x - $0.x, $0.x - b.x, a.y - $0.y, $0.y - b.y) }
    #expect(difference.isAntialiasing, "\(difference)")
  }
}
