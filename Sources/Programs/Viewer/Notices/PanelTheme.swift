import Controls
import Geometry
import Text

/// How the colours of panels follow the desktop's settings and the user's.
///
/// Panels are drawn in dark greys; a theme changes the colours of what is drawn.
struct PanelTheme: Hashable, Sendable {
  /// True if panels are light, with dark text.
  var isLight = false
  /// True if panels are opaque, with bright text and clear edges.
  var hasHighContrast = false

  /// Returns a drawing in this theme's colours.
  func applied(to drawing: PanelDrawing) -> PanelDrawing {
    guard self != PanelTheme() else { return drawing }
    var drawing = drawing
    drawing.items = drawing.items.map(applied)
    return drawing
  }

  private func applied(to item: DrawingItem) -> DrawingItem {
    switch item {
    case .rectangle(let rect, let radius, let color):
      return .rectangle(rect, radius: radius, filling(color))
    case .outline(let rect, let radius, let width, let color):
      return .outline(rect, radius: radius, width: width, line(color))
    case .gradient(let rect, let radius, let from, let to):
      // The colours of a value that is chosen.
      return .gradient(rect, radius: radius, from: from, to: to)
    case .line(let points, let width, let color): return .line(points, width: width, line(color))
    case .polygon(let points, let color): return .polygon(points, filling(color))
    case .text(var text):
      text.color = line(text.color)
      return .text(text)
    case .clipped(let rect, let items): return .clipped(rect, items.map(applied))
    }
  }

  /// The colour of an area: backgrounds become opaque, marks twice as strong.
  private func filling(_ color: PaintColor) -> PaintColor {
    var color = lightened(color)
    guard hasHighContrast else { return color }
    color.alpha = color.alpha > 0.5 ? 1 : min(2 * color.alpha, 0.5)
    return color
  }

  /// The colour of a text or a line, opaque.
  private func line(_ color: PaintColor) -> PaintColor {
    var color = lightened(color)
    guard hasHighContrast else { return color }
    color.alpha = color.alpha > 0 ? 1 : 0
    return color
  }

  /// The colour with its lightness reversed in a light theme, and farther from the middle with high
  /// contrast; the hue stays.
  private func lightened(_ color: PaintColor) -> PaintColor {
    var parts = [color.red, color.green, color.blue]
    let (least, most) = (parts.min() ?? 0, parts.max() ?? 0)
    if isLight { parts = parts.map { $0 + 1 - most - least } }
    if hasHighContrast {
      let isBright = (parts.reduce(0, +)) / 3 > 0.5
      parts = parts.map { isBright ? 1 - (1 - $0) / 2 : $0 / 2 }
    }
    return PaintColor(red: parts[0], green: parts[1], blue: parts[2], alpha: color.alpha)
  }
}
