import Fresnel
import FresnelDrawing

/// A card with a title and lines of text, shown over the field until it is tapped.
public struct Card: Hashable, Sendable {
  /// The title.
  public var title: String
  /// The lines below the title; text after a tab is placed in a right column.
  public var lines: [String]

  /// Makes a card.
  public init(_ title: String, _ lines: [String]) {
    self.title = title
    self.lines = lines
  }

  private static let padding = 18.0
  private static let step = 22.0
  private static let titleSize = 19.0
  private static let textSize = 13.5

  private static func run(
    _ string: String, _ size: Double, at point: Point, weight: TextRun.Weight = .regular,
    alignment: TextRun.Alignment = .left, _ color: PaintColor
  ) -> TextRun {
    TextRun(
      string, font: TextRun.Font("DejaVu Sans, sans-serif", weight: weight), size: size,
      at: point, alignment: alignment, color: color)
  }

  private static let light = PaintColor(hex: 0xf4f7fb)
  private static let soft = PaintColor(hex: 0xc9d4e2)

  /// The card's pixels, in the size that its content needs.
  public var pixels: DrawnPixels? {
    let heading = Self.run(
      title, Self.titleSize, at: .zero, weight: .bold, alignment: .center, Self.light)
    let widths = lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false)
        .reduce(0) { $0 + Self.run(String($1), Self.textSize, at: .zero, Self.soft).width + 20 }
    }
    let width = (2 * Self.padding + max(heading.width, widths.max() ?? 0, 200)).rounded(.up)
    let height = Self.padding * 2 + Self.titleSize + Double(lines.count) * Self.step + 2
    var items = Self.panel(width, height)
    var title = heading
    title.origin = Point(x: width / 2, y: Self.padding + Self.titleSize * 0.85)
    items.append(.text(title))
    for (place, line) in lines.enumerated() {
      let y = Self.padding + Self.titleSize + Double(place + 1) * Self.step - 2
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 1 {
        items.append(
          .text(
            Self.run(
              line, Self.textSize, at: Point(x: width / 2, y: y), alignment: .center, Self.soft)))
      } else {
        items.append(
          .text(
            Self.run(
              String(parts[0]), Self.textSize, at: Point(x: Self.padding, y: y), weight: .bold,
              Self.light)))
        items.append(
          .text(
            Self.run(
              String(parts[1]), Self.textSize, at: Point(x: width - Self.padding, y: y),
              alignment: .right, Self.soft)))
      }
    }
    return DrawnPixels(
      [PathGroup(Drawing(items))], size: PixelSize(width: Int(width), height: Int(height)))
  }

  private static func panel(_ width: Double, _ height: Double) -> [Drawing.Item] {
    var edge = Path(
      stroke: Stroke(
        Shapes.falling(0, height, [.white.faded(by: 0.4), .white.faded(by: 0.08)]),
        width: .units(1)))
    edge.roundedRectangle(Shapes.rect(4.5, 2.5, width - 4.5, height - 6.5), radius: 12)
    return [
      Shapes.rounded(Shapes.rect(1, 2, width - 1, height), 15, .color(.black.faded(by: 0.16))),
      Shapes.rounded(
        Shapes.rect(2.5, 3, width - 2.5, height - 2.5), 14, .color(.black.faded(by: 0.2))),
      Shapes.rounded(
        Shapes.rect(4, 2, width - 4, height - 6), 12,
        Shapes.falling(
          2, height - 6,
          [PaintColor(hex: 0x415571, alpha: 0.95), PaintColor(hex: 0x212c3b, alpha: 0.96)])),
      .path(edge),
    ]
  }
}
