import CCairo
import Geometry
import Glibc
import Outlines
import TestSupport
import Testing
import Tiles

@testable import FresnelDrawing

/// Our dashes and wide lines look like cairo's, where cairo can draw them.
@Suite struct StrokeTests {
  private static let edge = 300

  /// Draws on a white surface and returns its bytes.
  private func drawn(_ body: (OpaquePointer) -> Void) throws -> [UInt8] {
    let memory = OwnedPixels(count: Self.edge * Self.edge * 4)
    let surface = cairo_image_surface_create_for_data(
      memory.base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(Self.edge),
      Int32(Self.edge), Int32(Self.edge * 4))
    let cairo = try #require(cairo_create(surface))
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_paint(cairo)
    cairo_set_source_rgb(cairo, 0, 0, 0)
    cairo_set_tolerance(cairo, 0.02)
    body(cairo)
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
    return Array(UnsafeRawBufferPointer(start: memory.base, count: memory.count))
  }

  /// The fraction of the pixels that differ by more than 40 of 255, and the mean difference of all.
  private func difference(_ one: [UInt8], _ other: [UInt8]) -> (far: Double, mean: Double) {
    var count = 0
    var sum = 0
    for index in stride(from: 0, to: one.count, by: 4) {
      let off = abs(Int(one[index]) - Int(other[index]))
      if off > 40 { count += 1 }
      sum += off
    }
    let pixels = Double(one.count / 4)
    return (Double(count) / pixels, Double(sum) / pixels)
  }

  @Test(arguments: [false, true], [false, true])
  func strokesEqualCairos(isWide: Bool, isDashed: Bool) throws {
    var numbers = SeededNumbers()
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &numbers) }
    var wrong: [String] = []
    for round in 0..<24 {
      let cap = [Stroke.Cap.butt, .round, .square][round % 3]
      let join = [Stroke.Join.miter, .round, .bevel][round / 3 % 3]
      let isClosed = round % 2 == 0
      let isSlanted = round % 4 < 2
      var stroke = Stroke(.black, width: .units(number(6...22)), cap: cap, join: join)
      stroke.miterLimit = 4
      if isDashed {
        stroke.dashes = round % 5 == 0 ? [number(25...60)] : [number(25...60), number(25...40)]
        stroke.dashPhase = number(-50...50)
      }
      var path = Path()
      let points = (0..<4).map { _ in Point(x: number(0...300), y: number(0...300)) }
      path.polyline(points)
      let curve = [points[3] * 0.3, points[2] * 0.8, points[1]]
      let hasCurve = round % 6 < 3
      if hasCurve { path.cubic(to: curve[2], control1: curve[0], control2: curve[1]) }
      if isClosed { path.close() }
      // Under a skewed transform, cairo's miter limit itself differs with and without dashes.
      let turned = AffineTransform(a: 0.6, b: 0.8, c: 0.8, d: -0.6, tx: -60, ty: 60)
      let slanted = AffineTransform(a: 1.1, b: 0.2, c: -0.4, d: 0.7, tx: 40, ty: 20)
      let transform = !isSlanted ? .identity : join == .miter ? turned : slanted
      let own = try #require(PixelStroke(stroke, transform))
      let ours = try drawn { cairo in
        let box = Rect(minX: -80, minY: -80, maxX: 380, maxY: 380)
        var cutter = LineCutter(
          box: box.grown(by: own.reach), reach: own.reach, pen: own.back.linear,
          dashes: own.dashes, phase: stroke.dashPhase)
        path.outline.send(transform, to: &cutter)
        cutter.finish()
        if isWide {
          var outline = StrokeOutline(
            stroke.pen, pen: own.pen.linear, back: own.back.linear, box: box,
            to: PathClamp(CairoSink(cairo: cairo), box: box, closesParts: true))
          for line in cutter.lines { outline.add(line) }
          outline.sink.finish()
          cairo_fill(cairo)
        } else {
          var sink = CairoSink(cairo: cairo)
          for line in cutter.lines { line.send(to: &sink) }
          stroke.drawWithCairo(cairo, transform)
        }
      }
      let cairos = try drawn { cairo in
        path.outline.send(transform, to: &PixelBox(CairoSink(cairo: cairo)).sink)
        let dashes = stroke.dashes
        cairo_set_dash(cairo, dashes, Int32(dashes.count), stroke.dashPhase)
        stroke.drawWithCairo(cairo, transform)
      }
      let off = difference(ours, cairos)
      if off.far > 0.002 || off.mean > 1 { wrong.append("\(off), round \(round)") }
    }
    // A miter at exactly the limit may be drawn either way.
    #expect(wrong.count <= 1, "\(wrong), \(numbers.origin)")
  }

  /// A wide curve's end is perpendicular to the curve itself, not to a segment of it.
  @Test func wideCurvesEndPerpendicularly() throws {
    let radius = 1e6
    var path = Path()
    path.arc(center: .zero, radius: radius, from: 0, to: 1)
    let stroke = Stroke(.black, width: .units(2e5))
    // Seen at the outer corner of its end, where its side is an arc and its end is straight.
    let outer = Point(x: cos(1), y: sin(1)) * (radius + 1e5)
    let transform = AffineTransform.translation(x: 150 - outer.x, y: 150 - outer.y)
    let own = try #require(PixelStroke(stroke, transform))
    #expect(own.isWide)
    let box = Rect(minX: -64, minY: -64, maxX: 364, maxY: 364)
    let bytes = try drawn { cairo in
      var cutter = LineCutter(box: box.grown(by: own.reach), reach: own.reach, pen: own.back.linear)
      path.outline.send(transform, to: &cutter)
      cutter.finish()
      var outline = StrokeOutline(
        stroke.pen, pen: own.pen.linear, back: own.back.linear, box: box,
        to: PathClamp(CairoSink(cairo: cairo), box: box, closesParts: true))
      for line in cutter.lines { outline.add(line) }
      outline.sink.finish()
      cairo_fill(cairo)
    }
    var wrong = 0
    for y in 0..<Self.edge {
      for x in 0..<Self.edge {
        let point = Point(x: Double(x) + 0.5, y: Double(y) + 0.5) - Point(x: 150, y: 150) + outer
        let beyond = point.y * cos(1) - point.x * sin(1)
        let distance = max(beyond, point.length - radius - 1e5)
        guard abs(distance) > 1 else { continue }
        if (bytes[(y * Self.edge + x) * 4] == 0) != (distance < 0) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  /// A line that turns straight back has its full round end.
  @Test func hairpinsAreRound() throws {
    let stroke = Stroke(.black, width: .units(60), join: .round)
    let own = try #require(PixelStroke(stroke, .identity))
    for points in [[50.0, 200, 50], [250, 100, 250]] {
      var path = Path()
      path.polyline(points.map { Point(x: $0, y: 150) })
      let box = Rect(minX: -64, minY: -64, maxX: 364, maxY: 364)
      let bytes = try drawn { cairo in
        var cutter = LineCutter(
          box: box.grown(by: own.reach), reach: own.reach, pen: own.back.linear)
        path.outline.send(.identity, to: &cutter)
        cutter.finish()
        var outline = StrokeOutline(
          stroke.pen, pen: own.pen.linear, back: own.back.linear, box: box,
          to: PathClamp(CairoSink(cairo: cairo), box: box, closesParts: true))
        for line in cutter.lines { outline.add(line) }
        outline.sink.finish()
        cairo_fill(cairo)
      }
      let ahead = points[1] > points[0] ? 20 : -20
      #expect(bytes[(150 * Self.edge + Int(points[1]) + ahead) * 4] == 0)
      #expect(bytes[(150 * Self.edge + Int(points[0]) - ahead) * 4] == 255)
    }
  }

  /// Dashes too fine to be seen are drawn as their mean, however many there are.
  @Test func fineDashesAreGrey() throws {
    let stroke = Stroke(.black, width: .units(1e6), dashes: [1, 3])
    let own = try #require(PixelStroke(stroke, .scale(1e-3)))
    #expect(own.dashes.isEmpty)
    #expect(own.stroke.paint == .color(PaintColor.black.faded(by: 0.25)))
  }

  @Test func linesWithoutWidthDrawNothing() {
    #expect(PixelStroke(Stroke(.black, width: .units(0)), .identity) == nil)
    #expect(PixelStroke(Stroke(.black, width: .units(2)), .scale(x: 0, y: 1)) == nil)
  }
}

/// A box that shares a sink by reference.
private final class PixelBox {
  var sink: CairoSink
  init(_ sink: CairoSink) { self.sink = sink }
}

extension Stroke {
  /// Draws the path with cairo's own stroke, without our dashes.
  fileprivate func drawWithCairo(_ cairo: OpaquePointer, _ transform: AffineTransform) {
    var matrix = cairo_matrix_t(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: 0, y0: 0)
    cairo_set_matrix(cairo, &matrix)
    cairo_set_line_width(cairo, width.number)
    cairo_set_miter_limit(cairo, miterLimit)
    cairo_set_line_cap(
      cairo,
      cap == .butt
        ? CAIRO_LINE_CAP_BUTT : cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_SQUARE)
    cairo_set_line_join(
      cairo,
      join == .miter
        ? CAIRO_LINE_JOIN_MITER
        : join == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_BEVEL)
    cairo_stroke(cairo)
  }
}
