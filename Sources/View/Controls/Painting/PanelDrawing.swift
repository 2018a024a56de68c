import Geometry
import Text

/// A drawing over the picture with its position.
package struct PanelDrawing: Hashable, Sendable {
  /// The rectangle on the surface in device pixels.
  package var position: PixelRect
  /// The items, in device pixels from the top left corner.
  package var items: [DrawingItem]

  /// Creates a drawing.
  package init(position: PixelRect, items: [DrawingItem]) {
    self.position = position
    self.items = items
  }

  /// Returns the request for its bitmap.
  package func request(id: UInt64) -> DrawingRequest {
    DrawingRequest(id: id, size: position.size, items: items)
  }
}

extension Placed {
  /// Returns the drawing of the panel; `nil` if the panel is empty.
  package func drawing(_ input: ControlInput<ID>) -> PanelDrawing? {
    guard !frame.isEmpty else { return nil }
    var painter = ControlPainter(self, input)
    painter.paint()
    return PanelDrawing(position: frame, items: painter.items)
  }
}

/// The colours of panels; greys, so that they don't affect how the picture's colours are perceived.
enum ControlColors {
  static let background = PaintColor(red: 0.075, green: 0.077, blue: 0.084, alpha: 0.92)
  static let edge = PaintColor(white: 1, alpha: 0.10)
  static let separator = PaintColor(white: 1, alpha: 0.09)
  static let card = PaintColor(white: 1, alpha: 0.055)
  static let field = PaintColor(white: 1, alpha: 0.09)
  static let hover = PaintColor(white: 1, alpha: 0.07)
  static let track = PaintColor(white: 1, alpha: 0.17)
  static let tick = PaintColor(white: 1, alpha: 0.42)
  static let thumb = PaintColor(white: 0.96)
  static let shade = PaintColor(white: 0, alpha: 0.45)
  static let bright = PaintColor(white: 0.97)
  static let text = PaintColor(white: 0.86)
  static let dim = PaintColor(white: 0.60)
  static let accent = PaintColor(red: 0.40, green: 0.64, blue: 0.98)
  static let selected = PaintColor(red: 0.40, green: 0.64, blue: 0.98, alpha: 0.17)
  static let warning = PaintColor(red: 1, green: 0.80, blue: 0.52)
  static let warningField = PaintColor(red: 1, green: 0.62, blue: 0.20, alpha: 0.15)
}
