import Fresnel
import FresnelDrawing

/// The buttons' symbols, in 64 × 64 units.
enum ButtonShapes {
  private static let light = PaintColor(hex: 0xf1f5fa)

  /// A shovel: taps uncover.
  static let shovel: [Drawing.Item] = {
    var blade = Path(
      fill: Shapes.falling(32, 58, [light, PaintColor(hex: 0xb4c1d1)]),
      stroke: Stroke(Palette.ink, width: .units(2), join: .round))
    blade.move(to: Point(x: 22, y: 31))
    blade.line(to: Point(x: 42, y: 31))
    blade.line(to: Point(x: 42, y: 44))
    blade.quadratic(to: Point(x: 32, y: 59), control: Point(x: 41, y: 54))
    blade.quadratic(to: Point(x: 22, y: 44), control: Point(x: 23, y: 54))
    blade.close()
    return [
      Shapes.line([(32, 9), (32, 33)], Palette.ink, 8),
      Shapes.line([(32, 9), (32, 33)], PaintColor(hex: 0xc98f4d), 5),
      Shapes.line([(24, 8), (40, 8)], Palette.ink, 9),
      Shapes.line([(24, 8), (40, 8)], PaintColor(hex: 0xc98f4d), 5.5),
      .path(blade),
    ]
  }()

  /// Two bars: pause.
  static let pause: [Drawing.Item] = [
    Shapes.rounded(Shapes.rect(15, 11, 27, 53), 4, .color(light)),
    Shapes.rounded(Shapes.rect(37, 11, 49, 53), 4, .color(light)),
  ]

  /// A triangle, for resuming.
  static let go: [Drawing.Item] = {
    var path = Path(
      fill: light, stroke: Stroke(light, width: .units(5), join: .round))
    path.polygon([Point(x: 18, y: 12), Point(x: 52, y: 32), Point(x: 18, y: 52)])
    return [.path(path)]
  }()

  /// Four corners: fit the whole field.
  static let fit: [Drawing.Item] = [
    [(10.0, 24.0), (10.0, 10.0), (24.0, 10.0)], [(40, 10), (54, 10), (54, 24)],
    [(54, 40), (54, 54), (40, 54)], [(24, 54), (10, 54), (10, 40)],
  ].map { Shapes.line($0, light, 6.5) }
}
