import Fresnel
import FresnelDrawing

/// Drawings for cells of a few pixels: rectangles of one unit that are scaled.
enum PlainDrawings {
  /// A row of covered cells, lit from above.
  static let keys = square(
    Shapes.falling(0, 1, [Palette.keyTop, Palette.keyMiddle, Palette.keyBottom]))
  /// A row of open cells.
  static let paper = square(.color(Palette.paper))
  /// The board's ground.
  static let ground = square(.color(Palette.ground))
  /// A line between single cells.
  static let gap = square(.color(Palette.keyEdge.faded(by: 0.55)))
  /// A line every ten cells or more.
  static let line = square(.color(Palette.keyEdge.faded(by: 0.22)))
  /// Symbols on a cell, reduced to dots.
  static let flag = square(.color(Palette.flag))
  static let mine = square(.color(Palette.ink))
  static let alarm = square(.color(Palette.alarm))
  static let question = square(.color(.white))
  static let numbers = Palette.numbers.map { square(.color($0.faded(by: 0.62))) }

  /// The numbers alone, in 64 × 64 units, for cells whose ground is drawn in rows.
  static let digits = Palette.numbers.enumerated().map {
    Drawing([Shapes.text(String($0.offset + 1), size: 50, x: 32, y: 32, $0.element)])
  }
  /// Flags and mines alone, in 64 × 64 units.
  static let figures: [CellCode: Drawing] = [
    .flagged: Drawing(FigureShapes.flag), .questioned: Drawing(FigureShapes.question),
    .wrongFlag: Drawing(FigureShapes.flag + FigureShapes.cross),
    .mine: Drawing(FigureShapes.mine),
  ]

  /// Returns a block of many cells, shaded by its open and marked cells, in steps.
  static func block(open: Int, marked: Int) -> Drawing {
    blocks[min(open, openSteps)][min(marked, markedSteps)]
  }
  /// The number of shades between covered and open, and between unmarked and marked.
  static let openSteps = 8
  static let markedSteps = 4

  private static let blocks = (0...openSteps).map { open in
    (0...markedSteps).map { marked in
      let ground = mix(
        Palette.keyMiddle, Palette.paper, Double(open) / Double(openSteps))
      return square(
        .color(mix(ground, Palette.flag, Double(marked) / Double(markedSteps) * 0.75)))
    }
  }

  private static func mix(_ a: PaintColor, _ b: PaintColor, _ share: Double) -> PaintColor {
    func part(_ x: Double, _ y: Double) -> Double { x + (y - x) * share }
    return PaintColor(
      red: part(a.red, b.red), green: part(a.green, b.green), blue: part(a.blue, b.blue))
  }

  static func square(_ fill: Paint) -> Drawing {
    var path = Path(fill: fill)
    path.rectangle(Shapes.rect(0, 0, 1, 1))
    return Drawing(path)
  }
}
