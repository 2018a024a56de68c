import Fresnel
import FresnelDrawing
import Glibc

/// The figures on cells, in 64 × 64 units.
enum FigureShapes {
  /// A waving flag.
  static let flag: [Drawing.Item] = {
    var cloth = Path(
      fill: .gradient(
        .linear(
          from: Point(x: 26, y: 12), to: Point(x: 50, y: 34), [Palette.flagLight, Palette.flag])),
      stroke: Stroke(Palette.flagDark, width: .units(1), join: .round))
    cloth.move(to: Point(x: 26, y: 12))
    cloth.cubic(
      to: Point(x: 52, y: 21), control1: Point(x: 36, y: 8), control2: Point(x: 40, y: 24))
    cloth.cubic(
      to: Point(x: 26, y: 33), control1: Point(x: 42, y: 32), control2: Point(x: 36, y: 27))
    cloth.close()
    var fold = Path(fill: Palette.flagDark.faded(by: 0.35))
    fold.move(to: Point(x: 36, y: 13.6))
    fold.cubic(
      to: Point(x: 52, y: 21), control1: Point(x: 40, y: 16), control2: Point(x: 44, y: 22))
    fold.cubic(
      to: Point(x: 37, y: 29.6), control1: Point(x: 46, y: 27), control2: Point(x: 41, y: 29))
    fold.close()
    var shadow = Path(
      fill: .gradient(
        .radial(
          center: Point(x: 33, y: 52), radius: 19,
          [Palette.ink.faded(by: 0.5), Palette.ink.faded(by: 0)])))
    shadow.ellipse(in: Shapes.rect(14, 47, 52, 57))
    return [
      .path(shadow),
      Shapes.rounded(
        Shapes.rect(16, 47, 40, 53), 2.5,
        Shapes.falling(47, 53, [Palette.inkLight, Palette.ink])),
      Shapes.rounded(
        Shapes.rect(24, 10, 28.5, 50), 2,
        .gradient(
          .linear(
            from: Point(x: 24, y: 0), to: Point(x: 28.5, y: 0),
            [PaintColor(hex: 0x8d97a6), Palette.ink]))),
      .path(cloth), .path(fold),
    ]
  }()

  /// A mine: a sphere with horns, lit from the top left.
  static let mine: [Drawing.Item] = {
    var horns = Path(stroke: Stroke(Palette.ink, width: .units(5), cap: .round))
    for step in 0..<8 {
      let angle = Double(step) * .pi / 4
      let way = Point(x: cos(angle), y: sin(angle))
      let middle = Point(x: 32, y: 32)
      horns.move(to: middle + way * 10)
      horns.line(to: middle + way * (step.isMultiple(of: 2) ? 22 : 20))
    }
    var shadow = Path(
      fill: .gradient(
        .radial(
          center: Point(x: 34, y: 53), radius: 20,
          [Palette.ink.faded(by: 0.35), Palette.ink.faded(by: 0)])))
    shadow.ellipse(in: Shapes.rect(14, 47, 54, 60))
    return [
      .path(shadow), .path(horns),
      Shapes.circle(
        32, 32, 16,
        .gradient(
          .radial(
            center: Point(x: 26, y: 25), radius: 24,
            [PaintColor(hex: 0x7c8797), PaintColor(hex: 0x2c323d), PaintColor(hex: 0x0c0e12)]))),
      Shapes.circle(
        26, 25.5, 6,
        .gradient(
          .radial(
            center: Point(x: 25.5, y: 25), radius: 6,
            [.white.faded(by: 0.95), .white.faded(by: 0)]))),
    ]
  }()

  /// A cross over a wrong flag.
  static let cross: [Drawing.Item] = [
    Shapes.line([(14, 14), (50, 50)], .white.faded(by: 0.8), 9),
    Shapes.line([(50, 14), (14, 50)], .white.faded(by: 0.8), 9),
    Shapes.line([(14, 14), (50, 50)], Palette.ink, 5.5),
    Shapes.line([(50, 14), (14, 50)], Palette.ink, 5.5),
  ]

  /// A question mark with the shadow of an engraved letter.
  static let question: [Drawing.Item] = [
    Shapes.text("?", size: 44, x: 32, y: 33.5, Palette.keyEdge.faded(by: 0.8)),
    Shapes.text("?", size: 44, x: 32, y: 31.5, .white),
  ]
}
