import Geometry
import TestSupport
import Testing
import Tiles

/// Whole views of shapes whose every pixel can be computed, in a group with opacity and a mask.
@Suite struct SVGAnalyticTests {
  /// Corners in the document's units, clockwise.
  private static let rect = [
    Point(x: 10, y: 20), Point(x: 60, y: 20), Point(x: 60, y: 60), Point(x: 10, y: 60),
  ]
  private static let triangle = [Point(x: 30, y: 25), Point(x: 90, y: 45), Point(x: 30, y: 75)]
  private static let shown = [
    Point(x: 0, y: 0), Point(x: 100, y: 0), Point(x: 100, y: 70), Point(x: 0, y: 70),
  ]

  private static let content =
    ##"<defs><mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="80">"##
    + ##"<rect width="100" height="70" fill="white"/></mask></defs>"##
    + ##"<g opacity="0.5" mask="url(#m)"><path d="M10 20H60V60H10z" fill="#ff0000"/>"##
    + ##"<path d="M30 25L90 45L30 75z" fill="#00ff00"/></g>"##

  /// The root's attributes, and the offset that they give all content.
  ///
  /// The second way of drawing moves the document's root, the third one a document around it.
  private static let roots: [(attributes: String, step: Point)] = [
    (#"width="100" height="80""#, Point(x: 0, y: 0)),
    (#"width="100" height="80" viewBox="-2 -1 100 80""#, Point(x: 2, y: 1)),
    (#"width="100" height="80" transform="translate(2 1)""#, Point(x: 2, y: 1)),
  ]

  /// Views of a corner, two edges that meet inside the group, a tip, and the mask's edge.
  private static let places = [
    Point(x: 10, y: 20), Point(x: 60, y: 35), Point(x: 60, y: 60), Point(x: 90, y: 45),
    Point(x: 40, y: 70), Point(x: 30, y: 60),
  ]

  /// The fraction of a square in the document that lies inside a convex shape.
  private static func share(_ shape: [Point], _ left: Double, _ top: Double, _ side: Double)
    -> Double
  {
    /// The distance from an edge; positive inside.
    func depth(_ index: Int, _ x: Double, _ y: Double) -> Double {
      let (a, b) = (shape[index], shape[(index + 1) % shape.count])
      let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
      return ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / length
    }
    let middle = shape.indices.map { depth($0, left + side / 2, top + side / 2) }.min() ?? 0
    if middle > side { return 1 }
    if middle < -side { return 0 }
    let steps = 16
    var count = 0
    for row in 0..<steps {
      for column in 0..<steps {
        let x = left + (Double(column) + 0.5) / Double(steps) * side
        let y = top + (Double(row) + 0.5) / Double(steps) * side
        if shape.indices.allSatisfy({ depth($0, x, y) >= 0 }) { count += 1 }
      }
    }
    return Double(count) / Double(steps * steps)
  }

  @Test(arguments: SVGSamples.scales(1e2, 1e4, 1e6, 1e9), roots.indices)
  func eachPixelHasItsCoverageAtAnyZoom(_ scale: Double, _ root: Int) throws {
    let (attributes, step) = Self.roots[root]
    let document = SVGSamples.document(Self.content, attributes: attributes)
    let client = try DecoderClient(.svg, SVGSamples.file(document))
    let level = try client.open().levels.exactLevel(scale: scale)
    let size = PixelSize(width: 320, height: 224)
    for place in Self.places {
      let minX = Int(((place.x + step.x) * scale).rounded()) - 150
      let minY = Int(((place.y + step.y) * scale).rounded()) - 101
      let area = PixelRect(
        minX: minX, minY: minY, maxX: minX + size.width, maxY: minY + size.height)
      let seen = try client.pixels(of: level, in: area)
      var (sum, far) = (0.0, 0)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let left = Double(minX + x) / scale - step.x
          let top = Double(minY + y) / scale - step.y
          func share(_ shape: [Point]) -> Double { Self.share(shape, left, top, 1 / scale) }
          let green = share(Self.triangle)
          let red = share(Self.rect) * (1 - green)
          let light = 127.5 * share(Self.shown)
          let wanted = [red * light, green * light, 0, (red + green) * light]
          var most = 0.0
          for (own, wanted) in zip(seen.pixel(x, y), wanted) {
            let difference = abs(Double(own) - wanted)
            sum += difference
            most = max(most, difference)
          }
          if most > 24 { far += 1 }
        }
      }
      let count = size.width * size.height
      let mean = sum / Double(count * 4)
      #expect(
        mean <= 1 && far * 1000 <= count, "\(place) at \(scale), root \(root): \(mean), \(far) far")
    }
  }
}
