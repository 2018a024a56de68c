import Fresnel
import FresnelDrawing

/// The face that begins a new game.
enum FaceDrawing {
  /// Returns a face in the middle of a rectangle.
  static func group(_ mood: BarState.Mood, in rect: Rect) -> PathGroup {
    let size = min(rect.width, rect.height) - 7
    let center = Point(x: rect.center.x, y: rect.center.y - 1.5)
    return PathGroup(
      Drawing(head + features(mood)),
      transform: AffineTransform.scale(size / 64)
        .followed(by: .translation(x: center.x - size / 2, y: center.y - size / 2)))
  }

  private static let dark = PaintColor(hex: 0x4a2c05)

  private static let head: [Drawing.Item] = [
    Shapes.circle(32, 32, 30, .color(PaintColor(hex: 0x8a5a0a))),
    Shapes.circle(
      32, 32, 28.5,
      .gradient(
        .radial(
          center: Point(x: 24, y: 20), radius: 46,
          [PaintColor(hex: 0xfff3a6), PaintColor(hex: 0xffcf33), PaintColor(hex: 0xe39a12)]))),
  ]

  private static func features(_ mood: BarState.Mood) -> [Drawing.Item] {
    switch mood {
    case .playing: [eye(22), eye(42), mouth(40, 50)]
    case .proud: glasses + [mouth(40, 52)]
    case .sad: cross(22) + cross(42) + [mouth(49, 38)]
    case .asleep:
      [
        Shapes.line([(16, 27), (28, 27)], dark, 4), Shapes.line([(36, 27), (48, 27)], dark, 4),
        Shapes.circle(32, 45, 5, .color(dark)),
      ]
    }
  }

  private static func eye(_ x: Double) -> Drawing.Item { Shapes.circle(x, 25, 4.4, .color(dark)) }

  private static func cross(_ x: Double) -> [Drawing.Item] {
    [
      Shapes.line([(x - 5, 20), (x + 5, 30)], dark, 4),
      Shapes.line([(x + 5, 20), (x - 5, 30)], dark, 4),
    ]
  }

  /// A curve between two corners, bent up or down.
  private static func mouth(_ corner: Double, _ middle: Double) -> Drawing.Item {
    var path = Path(stroke: Stroke(dark, width: .units(4), cap: .round))
    path.move(to: Point(x: 18, y: corner))
    path.quadratic(to: Point(x: 46, y: corner), control: Point(x: 32, y: middle + 6))
    return .path(path)
  }

  private static let glasses: [Drawing.Item] = [
    Shapes.line([(4, 23), (60, 23)], Palette.ink, 4),
    Shapes.rounded(Shapes.rect(10, 20, 30, 34), 6, .color(Palette.ink)),
    Shapes.rounded(Shapes.rect(34, 20, 54, 34), 6, .color(Palette.ink)),
    Shapes.line([(15, 24), (20, 24)], .white.faded(by: 0.6), 3),
    Shapes.line([(39, 24), (44, 24)], .white.faded(by: 0.6), 3),
  ]
}
