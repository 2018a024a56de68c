import Fresnel
import FresnelDrawing

/// The table and the board's frame on it, scaled to the field's size.
enum TableDrawings {
  /// Returns the table and the frame, in this order.
  static func surroundings(of layout: FieldLayout) -> [PathGroup] {
    [table(around: layout), frame(around: layout)]
  }

  /// Returns the table, which covers the whole world and is lighter in the middle.
  private static func table(around layout: FieldLayout) -> PathGroup {
    let world = layout.world
    return PathGroup(
      table,
      transform: AffineTransform(
        a: world.width, b: 0, c: 0, d: world.height, tx: world.minX, ty: world.minY))
  }

  private static let table = PlainDrawings.square(
    .gradient(
      // The edges have the same colour as the view's background.
      .radial(center: Point(x: 0.5, y: 0.5), radius: 0.5, [Palette.tableLight, Palette.table])))

  /// Returns the frame, with its shadow on the table.
  private static func frame(around layout: FieldLayout) -> PathGroup {
    let field = layout.field
    let width = FieldLayout.frame
    func grown(_ way: Double, down: Double = 0) -> Rect {
      Rect(
        minX: field.minX - way, minY: field.minY - way + down, maxX: field.maxX + way,
        maxY: field.maxY + way + down)
    }
    var items: [Drawing.Item] = []
    for step in 0..<5 {
      let way = width + Double(step) * 3.5
      items.append(
        Shapes.rounded(grown(way, down: 7), 12 + way / 2, .color(PaintColor.black.faded(by: 0.1))))
    }
    items.append(
      Shapes.rounded(
        grown(width), 13,
        Shapes.falling(
          field.minY - width, field.maxY + width, [Palette.frameLight, Palette.frame])))
    var edge = Path(
      stroke: Stroke(PaintColor.white.faded(by: 0.16), width: .units(1.6)))
    edge.roundedRectangle(grown(width - 0.8), radius: 12)
    var inner = Path(stroke: Stroke(Palette.frameDark, width: .units(3)))
    inner.roundedRectangle(grown(1.5), radius: 3)
    items += [.path(edge), .path(inner)]
    return PathGroup(Drawing(items))
  }
}
