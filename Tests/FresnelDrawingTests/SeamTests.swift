import CCairo
import Fresnel
import Geometry
import Platform
import TestSupport
import Testing
import Tiles

@testable import FresnelDrawing

/// A drawing made in tiles looks as if it were drawn at once.
@Suite(.serialized) struct SeamTests {
  private static let world = Rect(minX: 0, minY: 0, maxX: 3000, maxY: 2000)

  /// Random shapes, as items and as cairo calls.
  private static func randomItems(
    _ numbers: inout SeededNumbers, count: Int
  ) -> [(item: Drawing.Item, draw: (OpaquePointer) -> Void)] {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &numbers) }
    func point() -> Point { Point(x: number(-300...3300), y: number(-300...2300)) }
    return (0..<count).map { _ in
      let color = PaintColor(
        red: number(0...1), green: number(0...1), blue: number(0...1), alpha: number(0.3...1))
      let width = number(0.5...12)
      let isStroke = Bool.random(using: &numbers)
      let isEvenOdd = Bool.random(using: &numbers)
      var path =
        isStroke
        ? Path(stroke: Stroke(color, width: .units(width), cap: .round, join: .round))
        : Path(fill: color, fillRule: isEvenOdd ? .evenOdd : .nonZero)
      var steps: [(OpaquePointer) -> Void] = []
      let first = point()
      path.move(to: first)
      steps.append { cairo_move_to($0, first.x, first.y) }
      for _ in 0..<Int.random(in: 2...7, using: &numbers) {
        let (a, b, c) = (point(), point(), point())
        if Bool.random(using: &numbers) {
          path.line(to: a)
          steps.append { cairo_line_to($0, a.x, a.y) }
        } else {
          path.cubic(to: c, control1: a, control2: b)
          steps.append { cairo_curve_to($0, a.x, a.y, b.x, b.y, c.x, c.y) }
        }
      }
      if Bool.random(using: &numbers) {
        path.close()
        steps.append { cairo_close_path($0) }
      }
      return (
        .path(path),
        { cairo in
          cairo_new_path(cairo)
          for step in steps { step(cairo) }
          cairo_set_source_rgba(cairo, color.blue, color.green, color.red, color.alpha)
          if isStroke {
            cairo_set_line_width(cairo, width)
            cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
            cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
            cairo_stroke(cairo)
          } else {
            cairo_set_fill_rule(
              cairo, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
            cairo_fill(cairo)
          }
        }
      )
    }
  }

  /// The number of bytes that differ by more than a tolerance, and the largest difference.
  private func differing(
    _ one: UnsafePointer<UInt8>, _ other: [UInt8], by tolerance: Int
  ) -> (count: Int, most: Int) {
    var count = 0
    var most = 0
    for index in other.indices {
      let off = abs(Int(one[index]) - Int(other[index]))
      if off > tolerance { count += 1 }
      most = max(most, off)
    }
    return (count, most)
  }

  /// Compares random drawings with cairo on one surface, which is correct unless something is far
  /// away.
  @Test(arguments: [0.21, 1, 2.7, 6])
  func tilesEqualOneCairoSurface(scale: Double) throws {
    var numbers = SeededNumbers()
    let items = Self.randomItems(&numbers, count: 60)
    let size = PixelSize(width: 700, height: 500)
    let shown = try Shown(
      GroupList([PathGroup(Drawing(items.map(\.item)))], world: Self.world), size: size)
    let seen = try shown.look(at: Point(x: 1400, y: 900), scale: scale)
    let memory = OwnedPixels(count: size.width * size.height * 4)
    let surface = cairo_image_surface_create_for_data(
      memory.base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, 700, 500, 2800)
    let cairo = try #require(cairo_create(surface))
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_paint(cairo)
    cairo_set_tolerance(cairo, 0.05)
    var matrix = cairo_matrix_t(
      xx: seen.place.a, yx: 0, xy: 0, yy: seen.place.d, x0: seen.place.tx, y0: seen.place.ty)
    cairo_set_matrix(cairo, &matrix)
    if scale < 1 {
      // Nothing is drawn outside the world.
      cairo_rectangle(cairo, 0, 0, 3000, 2000)
      cairo_clip(cairo)
    }
    for item in items { item.draw(cairo) }
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
    var bytes = seen.pixels.bytes
    if scale < 1 { bytes = whitened(seen, memory) }
    let off = differing(memory.base.assumingMemoryBound(to: UInt8.self), bytes, by: 24)
    #expect(off.count <= bytes.count / 1000, "\(off), \(numbers.origin)")
  }

  /// The same pixels, with those outside the world replaced.
  private func whitened(_ seen: Seen, _ other: OwnedPixels) -> [UInt8] {
    var bytes = seen.pixels.bytes
    let low = seen.place.apply(Point(x: 0, y: 0))
    let high = seen.place.apply(Point(x: 3000, y: 2000))
    let from = other.base.assumingMemoryBound(to: UInt8.self)
    for index in bytes.indices {
      let x = Double(index / 4 % seen.pixels.size.width)
      let y = Double(index / 4 / seen.pixels.size.width)
      if x < low.x || y < low.y || x + 1 > high.x || y + 1 > high.y { bytes[index] = from[index] }
    }
    return bytes
  }

  /// Compares tiles, and strips of them, with one surface of our own, at scales beyond cairo's.
  @Test(arguments: [1, 33, 1e3, 1e6, 1e9])
  func tilesEqualStrips(scale: Double) throws {
    var numbers = SeededNumbers()
    let items = Self.randomItems(&numbers, count: 40).map(\.item)
    let drawing = Drawing(items)
    let list = GroupList([PathGroup(drawing)], world: Self.world)
    let level = Level(
      size: PixelSize(width: Int(3000 * scale), height: Int(2000 * scale)))
    // A place with content: the start of the first path's outline.
    guard case .path(let path) = items[0] else { return }
    let near = path.outline.points[0]
    let x = min(max(near.x, 10), 2990)
    let y = min(max(near.y, 10), 1990)
    let column = min(max(0, Int(x * scale) / 256 - 1), max(0, (level.size.width - 1) / 256 - 3))
    let row = min(max(0, Int(y * scale) / 256 - 1), max(0, (level.size.height - 1) / 256 - 2))
    let keys = (0..<3).flatMap { down in
      (0..<4).map { TileKey(level: level, column: column + $0, row: row + down) }
    }
    func draw(_ keys: [TileKey]) throws -> [TileKey: OwnedPixels] {
      let call = DrawCall(id: 1, keys: keys, world: Self.world, background: .white)
      guard case .drawn(let tiles, _) = call.answer(of: list) else {
        throw FresnelError.ended
      }
      return tiles
    }
    let strip = try draw(keys)
    var count = 0
    var most = 0
    for key in keys {
      let tile = try #require(try draw([key])[key])
      let other = try #require(strip[key])
      let bytes = Array(UnsafeRawBufferPointer(start: other.base, count: other.count))
      let off = differing(tile.base.assumingMemoryBound(to: UInt8.self), bytes, by: 4)
      count += off.count
      most = max(most, off.most)
    }
    // A cut path's points are rounded to 1/256, so an edge may be off by one of cairo's steps.
    let bytes = keys.count * 258 * 258 * 4
    #expect(
      count <= bytes / 1000 && most <= 24,
      "\(count) of \(bytes) bytes, \(most) at most, \(numbers.origin)")
  }
}
