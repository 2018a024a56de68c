import CCairo
import Geometry

/// A gradient whose numbers are small enough for cairo to draw it exactly.
///
/// pixman has only 16 bits before the binary point. A gradient much larger than the tile is
/// replaced by the part that the tile shows, with the colours of that part; far from the centre the
/// circles of a radial gradient are treated as straight lines.
struct FittedGradient {
  /// The geometry of the part.
  enum Shape: Hashable {
    case plain(PaintColor)
    /// In pixels.
    case linear(start: Point, end: Point)
    /// Around the origin, in the units that `matrix` maps pixels to.
    case radial(inner: Double, outer: Double, matrix: AffineTransform)
  }

  private(set) var shape: Shape
  private(set) var stops: [Gradient.Stop]

  /// The radius in pixels from which circles are treated as straight lines: over a tile, the
  /// deviation changes a pixel's colour by less than 0.001.
  private static let straight = 1_000_000.0

  /// Creates the part of a gradient that an area of pixels shows.
  init(_ gradient: Gradient, _ transform: AffineTransform, over area: Rect) {
    stops = gradient.stops
    shape = .plain(gradient.stops.last?.color ?? .clear)
    guard gradient.stops.count > 1, let back = transform.inverse else { return }
    switch gradient.shape {
    case .linear(let start, let end):
      let way = end - start
      let square = way.x * way.x + way.y * way.y
      guard square > 0 else { return }
      // The position as a function of the pixel: it increases by `rise` per pixel from the origin.
      let rise = Point(
        x: (back.a * way.x + back.b * way.y) / square,
        y: (back.c * way.x + back.d * way.y) / square)
      let origin = transform.apply(start)
      fitLinear(gradient, rise, zero: origin, over: area)
    case .radial(let center, let inner, let outer):
      fitRadial(gradient, center, inner, outer, transform, back, over: area)
    }
  }

  /// Fits a gradient whose position increases by `rise` per pixel and is 0 at `zero`.
  private mutating func fitLinear(
    _ gradient: Gradient, _ rise: Point, zero: Point, over area: Rect
  ) {
    let square = rise.x * rise.x + rise.y * rise.y
    guard square > 0, square.isFinite else { return }
    let middle = area.center
    let place = (middle - zero).dot(rise)
    let half = (area.width * abs(rise.x) + area.height * abs(rise.y)) / 2
    guard fit(gradient, from: place - half, to: place + half), let first = stops.first,
      let last = stops.last, last.place > first.place
    else { return }
    /// Returns the point on the line through the middle along which the position increases fastest.
    func point(at other: Double) -> Point { middle + rise * ((other - place) / square) }
    shape = .linear(start: point(at: first.place), end: point(at: last.place))
  }

  private mutating func fitRadial(
    _ gradient: Gradient, _ center: Point, _ inner: Double, _ outer: Double,
    _ transform: AffineTransform, _ back: AffineTransform, over area: Rect
  ) {
    guard outer != inner else { return }
    let pixelCenter = transform.apply(center)
    // Distances from the centre in the drawing's units; the nearest and farthest points of the area
    // are within these bounds.
    let units = back.bounds(
      of: Rect(
        minX: area.minX - pixelCenter.x, minY: area.minY - pixelCenter.y,
        maxX: area.maxX - pixelCenter.x, maxY: area.maxY - pixelCenter.y)
    ).moved(x: -back.tx, y: -back.ty)
    let nearest = Point(
      x: max(0, units.minX, -units.maxX), y: max(0, units.minY, -units.maxY)
    ).length
    let farthest = Point(
      x: max(abs(units.minX), abs(units.maxX)), y: max(abs(units.minY), abs(units.maxY))
    ).length
    let middle = area.center - pixelCenter
    let out = back.applyLinear(middle)
    if middle.length > Self.straight, out.length > 0 {
      let distance = out.length
      let slope = Point(
        x: (back.a * out.x + back.b * out.y) / distance / (outer - inner),
        y: (back.c * out.x + back.d * out.y) / distance / (outer - inner))
      let place = (distance - inner) / (outer - inner)
      let square = slope.x * slope.x + slope.y * slope.y
      guard square > 0 else { return shape = .plain(gradient.color(at: place)) }
      return fitLinear(
        gradient, slope, zero: area.center - slope * (place / square), over: area)
    }
    let span = outer - inner
    guard fit(gradient, from: (nearest - inner) / span, to: (farthest - inner) / span),
      let first = stops.first, let last = stops.last, last.place > first.place
    else { return }
    // In units of about the size of the tile's pixels, whatever the drawing's unit is.
    let unit = transform.stretch
    let matrix = AffineTransform(
      a: back.a * unit, b: back.b * unit, c: back.c * unit, d: back.d * unit, tx: 0, ty: 0)
    let origin = matrix.applyLinear(pixelCenter)
    shape = .radial(
      inner: (inner + (outer - inner) * first.place) * unit,
      outer: (inner + (outer - inner) * last.place) * unit,
      matrix: AffineTransform(
        a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: -origin.x, ty: -origin.y))
  }

  /// Keeps the stops between two positions; returns false if only one colour is left.
  private mutating func fit(_ gradient: Gradient, from one: Double, to other: Double) -> Bool {
    let low = min(one, other)
    let high = max(one, other)
    guard let first = gradient.stops.first, let last = gradient.stops.last else { return false }
    let start = max(low, first.place)
    let end = min(high, last.place)
    guard end > start else {
      shape = .plain(low >= last.place ? last.color : first.color)
      return false
    }
    stops =
      (low > first.place ? [.init(start, gradient.color(at: start))] : [])
      + gradient.stops.filter { $0.place >= start && $0.place <= end }
      + (high < last.place ? [.init(end, gradient.color(at: end))] : [])
    return true
  }

  /// Creates a cairo pattern, with red and blue exchanged; the caller destroys it.
  func pattern() -> OpaquePointer? {
    let pattern: OpaquePointer?
    switch shape {
    case .plain(let color):
      return cairo_pattern_create_rgba(color.blue, color.green, color.red, color.alpha)
    case .linear(let start, let end):
      pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    case .radial(let inner, let outer, let matrix):
      pattern = cairo_pattern_create_radial(0, 0, max(0, inner), 0, 0, max(0, outer))
      var own = cairo_matrix_t(
        xx: matrix.a, yx: matrix.b, xy: matrix.c, yy: matrix.d, x0: matrix.tx, y0: matrix.ty)
      cairo_pattern_set_matrix(pattern, &own)
    }
    let first = stops.first?.place ?? 0
    let span = (stops.last?.place ?? 1) - first
    for stop in stops {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, (stop.place - first) / span, color.blue, color.green, color.red, color.alpha)
    }
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    return pattern
  }
}

extension Point {
  fileprivate func dot(_ other: Point) -> Double { x * other.x + y * other.y }
}

extension Rect {
  fileprivate func moved(x: Double, y: Double) -> Rect {
    Rect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }
}
