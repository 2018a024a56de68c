import Geometry
import Glibc
import Outlines
import TestSupport
import Testing

@testable import FresnelDrawing

/// Bounds, transforms and the spatial index.
@Suite struct ModelTests {
  @Test func theIndexFindsWhatALinearSearchFinds() {
    var numbers = SeededNumbers()
    for count in [0, 1, 16, 17, 1000] {
      let boxes = (0..<count).map { index -> Rect in
        if index % 7 == 3 { return .nothing }
        let x = Double.random(in: 0...100, using: &numbers)
        let y = Double.random(in: 0...100, using: &numbers)
        return Rect(
          minX: x, minY: y, maxX: x + .random(in: 0...5, using: &numbers), maxY: y)
      }
      let index = BoxIndex(boxes)
      for _ in 0..<50 {
        let x = Double.random(in: -10...110, using: &numbers)
        let y = Double.random(in: -10...110, using: &numbers)
        let area = Rect(minX: x, minY: y, maxX: x + 12, maxY: y + 9)
        let isSame =
          index.touching(area)
          == boxes.indices.filter { boxes[$0].hasPoints && boxes[$0].touches(area) }
        #expect(isSame, "\(numbers.origin)")
      }
    }
  }

  /// Collects what it receives.
  private struct Collector: PathSink {
    var box = Rect.nothing
    var curves: [Cubic] = []
    var at = Point.zero
    mutating func move(to point: Point) { add(point) }
    mutating func line(to point: Point) { add(point) }
    mutating func curve(_ first: Point, _ second: Point, to end: Point) {
      curves.append(Cubic(a: at, b: first, c: second, d: end))
      for step in 1...64 {
        let t = Double(step) / 64
        let s = 1 - t
        box.add(
          at * (s * s * s) + first * (3 * s * s * t) + second * (3 * s * t * t) + end * (t * t * t))
      }
      at = end
    }
    func close() {}
    private mutating func add(_ point: Point) {
      box.add(point)
      at = point
    }
  }

  @Test func boundsEncloseThePath() {
    var numbers = SeededNumbers()
    func point() -> Point {
      Point(
        x: .random(in: -50...50, using: &numbers), y: .random(in: -50...50, using: &numbers))
    }
    for _ in 0..<300 {
      var path = Path(fill: .black)
      path.move(to: point())
      path.quadratic(to: point(), control: point())
      path.cubic(to: point(), control1: point(), control2: point())
      path.arc(
        center: point(), radii: Point(x: 20, y: 9), rotation: .random(in: 0...3, using: &numbers),
        from: .random(in: -9...9, using: &numbers), to: .random(in: -9...9, using: &numbers))
      path.close()
      var sink = Collector()
      path.outline.send(.identity, to: &sink)
      let (sampled, bounds) = (sink.box, path.bounds)
      #expect(bounds.grown(by: 0.02).holds(sampled), "\(numbers.origin)")
      #expect(sampled.grown(by: 0.2).holds(bounds), "\(numbers.origin)")
    }
  }

  @Test func circlesAreRoundAtAnySize() {
    for radius in [0.5, 30, 1e5, 1e9, 1e13] {
      var path = Path(fill: .black)
      path.circle(center: .zero, radius: radius)
      var sink = Collector()
      path.outline.send(.identity, to: &sink)
      var most = 0.0
      for curve in sink.curves {
        let middle = curve.halves.0.d
        most = max(most, abs(middle.length - radius))
      }
      #expect(most <= max(0.02, radius * 1e-15), "\(radius): \(most)")
      #expect(sink.curves.count < 1000)
    }
  }

  /// A NaN hides only its own piece, not the whole tile.
  @Test func nonFinitePiecesAreIgnored() {
    var path = Path(fill: .black)
    path.line(to: Point(x: .nan, y: 0))
    path.cubic(to: Point(x: 1, y: 1), control1: Point(x: .infinity, y: 0), control2: .zero)
    path.arc(center: .zero, radius: .nan, from: 0, to: 1)
    path.arc(center: .zero, radius: 1, from: 0, to: .infinity)
    path.close()
    #expect(path.isEmpty)
    path.polygon([.zero, Point(x: 5, y: 0), Point(x: .nan, y: .nan), Point(x: 5, y: 5)])
    #expect(path.elementCount == 4)
    #expect(path.bounds == Rect(minX: 0, minY: 0, maxX: 5, maxY: 5))
  }

  @Test func aTransformAndItsInverseCancelOut() throws {
    let transform = AffineTransform.scale(x: 3, y: -2).followed(by: .rotation(0.7))
      .followed(by: .translation(x: 5, y: 9))
    let back = try #require(transform.inverse)
    let point = back.apply(transform.apply(Point(x: 11, y: -4)))
    #expect(abs(point.x - 11) < 1e-12 && abs(point.y + 4) < 1e-12)
    #expect(abs(transform.stretch - 3) < 1e-12)
    #expect(AffineTransform.scale(x: 0, y: 1).inverse == nil)
    #expect(abs(AffineTransform.rotation(.pi / 2).apply(Point(x: 1, y: 0)).y - 1) < 1e-12)
  }

  @Test func textsHaveTheirWidthAndPosition() {
    let font = TextRun.Font("DejaVu Sans")
    let run = TextRun("III", font: font, size: 2048, at: Point(x: 100, y: 50))
    #expect(abs(run.width - 3 * 604) < 1, "\(run.width)")
    let box = run.bounds
    #expect(abs(box.minX - 301) < 1 && abs(box.minY - (50 - 1493)) < 1 && abs(box.maxY - 50) < 1)
    var centered = run
    centered.alignment = .center
    #expect(abs(centered.bounds.center.x - 100) < 1)
    let bold = TextRun("III", font: .init("DejaVu Sans", weight: .bold), size: 2048, at: .zero)
    #expect(bold.width > run.width)
    #expect(TextRun("", size: 10, at: .zero).width == 0)
  }
}
