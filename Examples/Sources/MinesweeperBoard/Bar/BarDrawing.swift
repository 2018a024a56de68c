import Fresnel
import FresnelDrawing

/// Draws the bar: its texts and buttons.
public struct BarDrawing {
  private let state: BarState
  private let layout: BarLayout

  /// Makes the drawing of a bar.
  public init(_ state: BarState, _ layout: BarLayout) {
    self.state = state
    self.layout = layout
  }

  private static let light = PaintColor(hex: 0xe9eef5)
  private static let dim = PaintColor(hex: 0x93a3b8)

  /// The bar's pixels; `nil` if it has no area.
  public var pixels: DrawnPixels? {
    DrawnPixels(groups, size: PixelSize(width: layout.width, height: BarLayout.height))
  }

  private var groups: [PathGroup] {
    var groups = [PathGroup(Drawing(panel + buttons + words))]
    groups.append(FaceDrawing.group(state.mood, in: layout.rect(of: .face)))
    groups.append(icon(FigureShapes.flag, leftOf: layout.mines))
    let mode = layout.rect(of: .mode)
    groups.append(
      figure(state.setsFlags ? FigureShapes.flag : ButtonShapes.shovel, in: mode, size: 36))
    groups.append(
      figure(
        state.isPaused ? ButtonShapes.go : ButtonShapes.pause, in: layout.rect(of: .pause),
        size: 32))
    groups.append(figure(ButtonShapes.fit, in: layout.rect(of: .fit), size: 32))
    return groups
  }

  /// The bar's background, with a shadow on the field below it.
  private var panel: [Drawing.Item] {
    let (width, height) = (Double(layout.width), Double(BarLayout.height))
    func band(_ top: Double, _ bottom: Double, _ paint: Paint) -> Drawing.Item {
      var path = Path(fill: paint)
      path.rectangle(Shapes.rect(0, top, width, bottom))
      return .path(path)
    }
    return [
      band(
        0, height - 4,
        Shapes.falling(
          0, height - 4,
          [PaintColor(hex: 0x3a4b60, alpha: 0.97), PaintColor(hex: 0x222e3d, alpha: 0.97)])),
      band(height - 5, height - 4, .color(.white.faded(by: 0.12))),
      band(
        height - 4, height,
        Shapes.falling(height - 4, height, [.black.faded(by: 0.45), .black.faded(by: 0)])),
    ]
  }

  private var buttons: [Drawing.Item] {
    BarButton.allCases.filter { $0 != .time }.flatMap { button -> [Drawing.Item] in
      let rect = shown(layout.rect(of: button))
      let isOn = button == .mode && state.setsFlags || button == .pause && state.isPaused
      let fill =
        isOn
        ? Shapes.falling(rect.minY, rect.maxY, [PaintColor(hex: 0x8b5a2a), Palette.cursor])
        : Shapes.falling(
          rect.minY, rect.maxY, [PaintColor(hex: 0x5b7089), PaintColor(hex: 0x3c4d62)])
      var edge = Path(
        stroke: Stroke(
          Shapes.falling(
            rect.minY, rect.maxY, [.white.faded(by: isOn ? 0.1 : 0.4), .black.faded(by: 0.3)]),
          width: .units(1)))
      edge.roundedRectangle(
        Shapes.rect(rect.minX + 0.5, rect.minY + 0.5, rect.maxX - 0.5, rect.maxY - 0.5), radius: 8)
      return [Shapes.rounded(rect, 8, fill), .path(edge)]
    }
  }

  /// Returns the visible part of a rectangle, without the shadow.
  private func shown(_ rect: Rect) -> Rect {
    Rect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY - 3)
  }

  private var words: [Drawing.Item] {
    let board = shown(layout.rect(of: .board)).center
    let mines = shown(layout.mines).center
    let time = shown(layout.rect(of: .time)).center
    let name = state.board.prefix(1).uppercased() + state.board.dropFirst()
    return [
      text(name, size: name.count > 11 ? 12 : 14.5, board.x, board.y, Self.light),
      text(
        String(state.minesLeft), size: abs(state.minesLeft) < 10_000 ? 20 : 15,
        mines.x + (abs(state.minesLeft) < 1000 ? 12 : 18), mines.y, Self.light),
      text(state.time, size: state.seconds < 3600 ? 20 : 16, time.x, time.y, Self.light),
    ]
  }

  /// A line of text; all texts of one size have the same baseline.
  private func text(
    _ string: String, size: Double, _ x: Double, _ y: Double, _ color: PaintColor
  ) -> Drawing.Item {
    .text(
      TextRun(
        string, font: TextRun.Font("DejaVu Sans, sans-serif", weight: .bold), size: size,
        at: Point(x: x, y: y + size * 0.365), alignment: .center, color: color))
  }

  private func icon(_ items: [Drawing.Item], leftOf rect: Rect) -> PathGroup {
    figure(
      items, in: Rect(minX: rect.minX, minY: rect.minY, maxX: rect.minX + 36, maxY: rect.maxY),
      size: 38)
  }

  /// Returns a figure of 64 × 64 units in the middle of a rectangle.
  private func figure(_ items: [Drawing.Item], in rect: Rect, size: Double) -> PathGroup {
    let center = shown(rect).center
    return PathGroup(
      Drawing(items),
      transform: AffineTransform.scale(size / 64)
        .followed(by: .translation(x: center.x - size / 2, y: center.y - size / 2)))
  }
}
