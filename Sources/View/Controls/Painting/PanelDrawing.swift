import Geometry
import Text

/// A drawing over the picture with its position.
package struct PanelDrawing: Hashable, Sendable {
  /// The rectangle on the surface in device pixels.
  package var position: PixelRect
  /// The items, in device pixels from the top left corner.
  package var items: [DrawingItem]
  /// The opacity, from 0 to 1.
  package var opacity = 1.0

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
  ///
  /// With `isOpaque`, nothing below it shines through.
  package func drawing(_ input: ControlInput<ID>, isOpaque: Bool = false) -> PanelDrawing? {
    guard !frame.isEmpty else { return nil }
    var painter = ControlPainter(self, input, isOpaque: isOpaque)
    painter.paint()
    return PanelDrawing(position: frame, items: painter.items)
  }
}
