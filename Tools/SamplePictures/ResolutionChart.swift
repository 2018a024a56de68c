import Glibc

/// A chart that shows how detail is rendered and makes a viewer's errors visible.
///
/// The zone plates reach the pixels' limit of resolution at their edges; rings elsewhere are
/// aliases. All patterns average to half of white's linear intensity, so a correct reduction turns
/// them into the grey of the surrounding field, and never darker.
struct ResolutionChart: Sendable {
  static let width = 2400
  static let height = 1800

  /// Writes the chart as a PNG.
  static func write(to file: Int32) throws(SampleError) {
    let chart = ResolutionChart()
    try PictureWriter.writePNG(to: file, width: width, height: height, channels: 3) { column, row in
      chart.color(column, row)
    }
  }

  /// A pattern in a rectangle of the chart; the function takes a position in the rectangle.
  private struct Field: Sendable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
    var paint: @Sendable (Int, Int) -> Color
  }

  private var fields: [Field] = []
  private static let black = Color(gray: 0)
  private static let white = Color(gray: 1)
  private static let half = Color(light: 0.5)

  init() {
    addZonePlates()
    addStar()
    addBars()
    addCheckers()
    addWedges()
  }

  private func color(_ column: Int, _ row: Int) -> Color {
    let edge = min(column, row, Self.width - 1 - column, Self.height - 1 - row)
    // Lines of one pixel around the whole chart; none may be cut off or doubled.
    if edge == 0 || edge == 4 { return Self.white }
    if edge < 8 { return Self.black }
    for field in fields {
      let (x, y) = (column - field.left, row - field.top)
      if x >= 0 && y >= 0 && x < field.width && y < field.height { return field.paint(x, y) }
    }
    return Self.half
  }

  private mutating func add(
    _ left: Int, _ top: Int, _ width: Int, _ height: Int,
    paint: @escaping @Sendable (Int, Int) -> Color
  ) {
    fields.append(Field(left: left, top: top, width: width, height: height, paint: paint))
  }

  private mutating func addZonePlates() {
    add(40, 40, 1240, 1240) { x, y in
      let (dx, dy) = (Double(x) - 619.5, Double(y) - 619.5)
      let square = dx * dx + dy * dy
      // Half a cycle per pixel at the edge; half a ring fades into the field there.
      let fade = Float(min(max((620 - square.squareRoot()) / 24, 0), 1))
      return Color(light: 0.5 + 0.5 * fade * Float(cos(.pi * square / (2 * 620))))
    }
    add(1320, 40, 520, 520) { x, y in
      let phase = Double.pi * (Double(x) + 0.5) * (Double(y) + 0.5) / 520
      return Color(light: 0.5 + 0.5 * Float(cos(phase)))
    }
  }

  private mutating func addStar() {
    add(1860, 40, 500, 520) { x, y in
      var light: Float = 0
      for sample in 0..<16 {
        let dx = Double(x) - 250 + (Double(sample % 4) + 0.5) / 4
        let dy = Double(y) - 260 + (Double(sample / 4) + 0.5) / 4
        let radius = (dx * dx + dy * dy).squareRoot()
        let isWhite = Int(((atan2(dy, dx) / .pi + 1) * 36).rounded(.down)) % 2 == 0
        light += radius > 245 || radius < 6 ? 0.5 : isWhite ? 1 : 0
      }
      return Color(light: light / 16)
    }
  }

  /// Adds vertical and horizontal bars of several widths in pixels, with the width next to them.
  private mutating func addBars() {
    for (index, size) in [1, 2, 3, 4, 6, 8, 12, 16].enumerated() {
      let (left, top) = (1320 + index % 4 * 262, 600 + index / 4 * 320)
      add(left, top, 240, 96) { x, _ in x / size % 2 == 0 ? Self.black : Self.white }
      add(left, top + 108, 240, 96) { _, y in y / size % 2 == 0 ? Self.black : Self.white }
      add(left, top + 220, 240, 40) { x, y in
        Digits.isInk(size, x: x / 8, y: y / 8) ? Self.black : Self.half
      }
    }
    // Single lines far apart, at all positions between two device pixels of a reduced view.
    add(40, 1310, 1240, 60) { x, _ in x % 31 == 0 ? Self.white : Self.black }
    add(1320, 1240, 1028, 130) { x, y in (x + y * 4) % 37 == 0 ? Self.black : Self.white }
  }

  /// Adds fine patterns next to the grey that they must average to.
  private mutating func addCheckers() {
    add(40, 1400, 280, 120) { x, y in
      x < 140 ? ((x + y) % 2 == 0 ? Self.black : Self.white) : Self.half
    }
    add(340, 1400, 280, 120) { x, y in
      x < 140 ? (y % 2 == 0 ? Self.black : Self.white) : Self.half
    }
    add(640, 1400, 280, 120) { x, _ in
      x < 140 ? (x % 2 == 0 ? Self.black : Self.white) : Self.half
    }
    let pairs: [(Color, Color)] = [
      (Color(1, 0, 0), Color(0, 1, 1)), (Color(0, 1, 0), Color(1, 0, 1)),
      (Color(0, 0, 1), Color(1, 1, 0)),
    ]
    for (index, pair) in pairs.enumerated() {
      add(940 + index * 120, 1400, 100, 120) { x, y in (x + y) % 2 == 0 ? pair.0 : pair.1 }
    }
  }

  private mutating func addWedges() {
    let width = Self.width - 80
    add(40, 1550, width, 70) { x, _ in Color(gray: Float(x * 17 / width) / 16) }
    add(40, 1620, width, 40) { x, _ in Color(gray: Float(x) / Float(width - 1)) }
    // The darkest and lightest steps: the steps next to black and white must remain
    // distinguishable.
    add(40, 1680, width / 2 - 10, 40) { x, y in
      Color(gray: (y - 20).magnitude < 10 ? Float(x * 12 / (width / 2 - 10)) / 255 : 0)
    }
    add(40 + width / 2 + 10, 1680, width / 2 - 10, 40) { x, y in
      Color(gray: (y - 20).magnitude < 10 ? 1 - Float(x * 12 / (width / 2 - 10)) / 255 : 1)
    }
    add(40, 1735, width, 30) { x, _ in
      let hue = Float(x) / Float(width) * 6
      func ramp(_ middle: Float) -> Float {
        let away = abs(hue - middle)
        return min(max(2 - min(away, 6 - away), 0), 1)
      }
      return Color(ramp(0), ramp(2), ramp(4))
    }
  }
}
