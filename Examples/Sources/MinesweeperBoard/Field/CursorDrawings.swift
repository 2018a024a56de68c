import Fresnel
import FresnelDrawing

/// The cursor around the cell that keys act on; at low zoom it is larger than the cell.
enum CursorDrawings {
  private static let least = 18.0

  /// Returns the marks around a cell's rectangle.
  static func groups(at place: Rect, unitsPerPixel: Double) -> [PathGroup] {
    let pixels = place.width / unitsPerPixel
    // Never so small that it is hard to find.
    let scale = max(1, least / pixels)
    let center = place.center
    let transform = AffineTransform.translation(x: -Shapes.cell / 2, y: -Shapes.cell / 2)
      .followed(by: .scale(scale))
      .followed(by: .translation(x: center.x, y: center.y))
    return [PathGroup(drawing, transform: transform)]
  }

  private static let drawing = Drawing([
    frame(Palette.ink.faded(by: 0.7), 9), frame(Palette.cursor, 5),
  ])

  private static func frame(_ color: PaintColor, _ width: Double) -> Drawing.Item {
    var path = Path(stroke: Stroke(color, width: .units(width), join: .round))
    path.roundedRectangle(Shapes.rect(3, 3, 61, 61), radius: 9)
    return .path(path)
  }
}
