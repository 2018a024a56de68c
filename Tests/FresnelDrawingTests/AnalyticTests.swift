import Fresnel
import FresnelDrawing
import Geometry
import Glibc
import Testing

/// Shapes at rest equal what their formulas say, at any scale.
@Suite(.serialized) struct AnalyticTests {
  static let scales = [1, 1e2, 1e4, 1e6, 1e9]
  private static let world = Rect(minX: -200, minY: 100, maxX: 1800, maxY: 1900)

  /// What is seen of one path at a scale around a point of the picture.
  private func seen(_ path: Path, around point: Point, scale: Double) throws -> Seen {
    let list = GroupList([PathGroup(Drawing(path))], world: Self.world)
    let shown = try Shown(list)
    return try shown.look(at: point - Point(x: -200, y: 100), scale: scale)
  }

  /// Black on white where a signed distance in pixels is negative.
  private func compare(_ seen: Seen, _ distance: @escaping (Point) -> Double) -> Difference {
    Difference(seen) { x, y in
      let light = 1 - coverage(x, y, distance)
      return (light, light, light)
    }
  }

  @Test(arguments: scales) func aCircle(scale: Double) throws {
    let center = Point(x: 611.3, y: 702.9)
    let radius = 217.7
    var path = Path(fill: .black)
    path.circle(center: center, radius: radius)
    let edge = center + Point(x: cos(0.7), y: sin(0.7)) * radius
    let seen = try seen(path, around: edge, scale: scale)
    let back = try #require(seen.place.inverse)
    let difference = compare(seen) { pixel in
      let way = back.apply(pixel) - center
      // The difference of squares keeps the digits that a difference of roots would lose.
      return (way.x * way.x + way.y * way.y - radius * radius) / (way.length + radius)
        * seen.place.a
    }
    #expect(difference.isAntialiasing, "\(difference)")
  }

  @Test(arguments: scales) func aRectangle(scale: Double) throws {
    let rect = Rect(minX: 411.37, minY: 502.73, maxX: 911.61, maxY: 802.41)
    var path = Path(fill: .black)
    path.rectangle(rect)
    let seen = try seen(path, around: Point(x: rect.maxX, y: rect.minY), scale: scale)
    let low = seen.place.apply(Point(x: rect.minX, y: rect.minY))
    let high = seen.place.apply(Point(x: rect.maxX, y: rect.maxY))
    let difference = compare(seen) { max(low.x - $0.x, $0.x - high.x, low.y - $0.y, $0.y - high.y) }
    #expect(difference.isAntialiasing, "\(difference)")
  }
}
