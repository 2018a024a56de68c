import BenchmarkSupport
import CCairo
import Fresnel
import FresnelDrawing
import Geometry
import Glibc
import Tiles

// fresnel-bench-drawings [ROUNDS] [FILE.json]: measures how long drawings take, as a tile and as
// views of 1536 x 1024 pixels, compared with cairo alone on one surface of that size and one
// thread.

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 7
let surface = PixelSize(width: 1536, height: 1024)

/// Returns outlines whose points lie within `reach` pixels of each other.
func figures(
  _ count: Int, points: Int, reach: Double, in size: PixelSize, width: Double? = nil
) -> [Figure] {
  var numbers = Numbers()
  return (0..<count).map { _ in
    let x = numbers.next() * Double(size.width)
    let y = numbers.next() * Double(size.height)
    return Figure(
      points: (0..<points).map { _ in
        Point(x: x + (numbers.next() - 0.5) * reach, y: y + (numbers.next() - 0.5) * reach)
      }, red: numbers.next(), green: numbers.next(), blue: numbers.next(), width: width)
  }
}

/// Returns outlines that wander across the area like coastlines, a few pixels per point.
func coasts(_ count: Int, points: Int, in size: PixelSize) -> [Figure] {
  var numbers = Numbers()
  return (0..<count).map { _ in
    var at = Point(
      x: numbers.next() * Double(size.width), y: numbers.next() * Double(size.height))
    var angle = numbers.next() * 6
    let points = (0..<points).map { _ in
      angle += (numbers.next() - 0.5) * 1.4
      at = at + Point(x: cos(angle), y: sin(angle)) * 6
      at.x = min(max(at.x, 0), Double(size.width))
      at.y = min(max(at.y, 0), Double(size.height))
      return at
    }
    return Figure(
      points: points, red: numbers.next(), green: numbers.next(), blue: numbers.next(), width: 1)
  }
}

/// Returns the same figures as a delegate.
func list(_ figures: [Figure], in size: PixelSize) -> GroupList {
  let groups = figures.map { figure -> PathGroup in
    let color = PaintColor(red: figure.red, green: figure.green, blue: figure.blue, alpha: 0.8)
    var path = Path(fill: figure.width == nil ? .color(color) : nil)
    path.stroke = figure.width.map { Stroke(color, width: .units($0)) }
    path.polyline(figure.points)
    return PathGroup(Drawing(path))
  }
  return GroupList(groups, world: Rect(PixelRect(size)))
}

var rows: [ReportJSON] = []

@MainActor func report(_ name: String, _ figures: [(String, Double)]) {
  let padded = name + String(repeating: " ", count: max(1, 44 - name.count))
  say(padded + figures.map { "\($0.0) \(text($0.1, decimals: 2))" }.joined(separator: "   "))
  rows.append(
    .object([("name", .string(name))] + figures.map { ("\($0.0)_ms", .number($0.1)) }))
}

do {
  say("milliseconds; a view's time goes until it is sharp and at rest (median of \(rounds))")
  let small = PixelSize(width: 256, height: 256)
  for (name, some) in [
    ("a tile of 1000 triangles", figures(1000, points: 3, reach: 60, in: small)),
    ("a tile of 1000 lines", figures(1000, points: 2, reach: 120, in: small, width: 2)),
  ] {
    let measured = Measured(delegate: list(some, in: small), surface: small)
    let key = TileKey(level: Level(size: small), column: 0, row: 0)
    let ours = try measured.tile(key, rounds: 20)
    let cairo = PlainCairo(size: small).measure(rounds: 20) { cairo in
      for figure in some { figure.draw(cairo) }
    }
    report(name, [("tile", ours), ("cairo", cairo)])
  }

  let middle = Point(x: 768, y: 512)
  let nothing = GroupList([], world: Rect(PixelRect(surface)))
  let floor = try Measured(delegate: nothing, surface: surface).views(
    scale: 1, center: middle, rounds: rounds)
  report("a view of nothing", [("first", floor.first), ("step", floor.step)])
  for (name, some) in [
    ("a view of 1000 triangles", figures(1000, points: 3, reach: 60, in: surface)),
    ("a view of 20 coasts of 5000 points", coasts(20, points: 5000, in: surface)),
    (
      "a view of 1000 lines across it", figures(1000, points: 2, reach: 2000, in: surface, width: 2)
    ),
  ] {
    let cairo = PlainCairo(size: surface).measure(rounds: 5) { cairo in
      for figure in some { figure.draw(cairo) }
    }
    for (rule, strips) in [
      ("", StripRule.whereCheaper), (", tiles", .never), (", strips", .always),
    ] {
      let measured = Measured(
        delegate: list(some, in: surface), surface: surface, strips: strips)
      let views = try measured.views(scale: 1, center: middle, rounds: rounds)
      report(name + rule, [("first", views.first), ("step", views.step), ("cairo", cairo)])
    }
  }

  let field = Field(cells: 1000)
  for scale in [64.0, 16, 4, 1] {
    let center = Point(x: 500, y: 500)
    let views = try Measured(delegate: field, surface: surface).views(
      scale: scale, center: center, rounds: rounds)
    let area = Rect(
      minX: 500 - 768 / scale, minY: 500 - 512 / scale, maxX: 500 + 768 / scale,
      maxY: 500 + 512 / scale)
    let cairo = PlainCairo(size: surface).measure(rounds: 3) { cairo in
      field.groups(in: area, unitsPerPixel: 1 / scale) { group in
        let edge = group.transform.a * scale
        let x = (group.transform.tx - area.minX) * scale
        let y = (group.transform.ty - area.minY) * scale
        cairo_set_source_rgb(cairo, 0.4, 0.5, 0.6)
        cairo_rectangle(cairo, x, y, edge, edge)
        cairo_fill(cairo)
        guard group.transform.a == 1 else { return }
        cairo_set_source_rgb(cairo, 0.7, 0.8, 0.9)
        cairo_rectangle(cairo, x + 0.06 * edge, y + 0.06 * edge, 0.88 * edge, 0.88 * edge)
        cairo_fill(cairo)
      }
    }
    report(
      "a million cells at \(Int(scale)) pixels a cell",
      [("first", views.first), ("step", views.step), ("cairo", cairo)])
  }

  if CommandLine.arguments.count > 2 {
    let json = ReportJSON.object([("rounds", .number(Double(rounds))), ("drawings", .list(rows))])
    if let reason = save(json, CommandLine.arguments[2]) { throw FresnelError.system(reason) }
  }
} catch {
  printError("fresnel-bench-drawings: \(error)")
  exit(1)
}
