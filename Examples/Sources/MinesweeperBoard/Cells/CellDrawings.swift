import Fresnel
import FresnelDrawing

/// The detailed drawings of cells; cells with the same code share one.
enum CellDrawings {
  /// Returns the drawing of a cell, in 64 × 64 units.
  static func drawing(of code: CellCode) -> Drawing { drawings[Int(code.byte)] }

  private static let drawings = CellCode.all.map { Drawing(items(of: $0)) }

  private static func items(of code: CellCode) -> [Drawing.Item] {
    switch code {
    case .covered: key
    case .flagged: key + FigureShapes.flag
    case .questioned: key + FigureShapes.question
    case .wrongFlag: key + FigureShapes.flag + FigureShapes.cross
    case .mine: paper + FigureShapes.mine
    case .exploded: alarm + FigureShapes.mine
    default:
      paper
        + (code.number.map {
          [Shapes.text(String($0), size: 45, x: 32, y: 32, Palette.numbers[$0 - 1])]
        } ?? [])
    }
  }

  /// A covered cell: a raised key with its shadow on the ground.
  private static let key: [Drawing.Item] = {
    var edge = Path(
      stroke: Stroke(
        .gradient(
          .linear(
            from: Point(x: 0, y: 2), to: Point(x: 0, y: 60),
            [.white.faded(by: 0.85), .white.faded(by: 0.1), Palette.keyEdge.faded(by: 0.8)])),
        width: .units(1.5)))
    edge.roundedRectangle(Shapes.rect(2.75, 2.75, 60.25, 58.75), radius: 8.25)
    return [
      // The visible part of the shadow; the rest is below the key.
      Shapes.rounded(
        Shapes.rect(1.5, 42, 63, 63.5), 10,
        Shapes.falling(56, 63.5, [Palette.ink.faded(by: 0.55), Palette.ink.faded(by: 0.12)])),
      Shapes.rounded(
        Shapes.rect(2, 2, 61, 59.5), 9,
        .gradient(
          Gradient(
            .linear(start: Point(x: 0, y: 2), end: Point(x: 0, y: 59.5)),
            stops: [
              .init(0, Palette.keyShine), .init(0.44, Palette.keyMiddle),
              .init(1, Palette.keyBottom),
            ]))),
      .path(edge),
    ]
  }()

  /// An open cell: sunken, darker below its upper edge.
  private static let paper: [Drawing.Item] = [
    Shapes.rounded(
      Shapes.rect(0.8, 0.8, 63.2, 63.2), 3,
      .gradient(
        Gradient(
          .linear(start: Point(x: 0, y: 0.8), end: Point(x: 0, y: 63.2)),
          stops: [
            .init(0, Palette.paperShade), .init(0.14, Palette.paper), .init(0.9, Palette.paper),
            .init(1, .white),
          ])))
  ]

  /// The background of the mine that was uncovered.
  private static let alarm: [Drawing.Item] = [
    Shapes.rounded(
      Shapes.rect(0.8, 0.8, 63.2, 63.2), 3,
      .gradient(
        .radial(center: Point(x: 32, y: 32), radius: 44, [Palette.alarmLight, Palette.alarm])))
  ]
}
