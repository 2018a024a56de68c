import Geometry
import Text

/// What something of the panel looks like, and where.
package struct PanelDrawing: Hashable, Sendable {
  /// Where it stands on the surface, in device pixels.
  package var position: PixelRect
  /// What is drawn there, in device pixels from its top left corner.
  package var items: [DrawingItem]

  /// A drawing at a place.
  package init(position: PixelRect, items: [DrawingItem]) {
    self.position = position
    self.items = items
  }

  /// The request of its bitmap.
  package func request(id: UInt64) -> DrawingRequest {
    DrawingRequest(id: id, size: position.size, items: items)
  }
}

extension FilterPanel {
  /// Where everything stands on a surface.
  package func layout(surface: PixelSize) -> PanelLayout { PanelLayout(self, surface: surface) }

  /// What the panel looks like on a surface; `nil` while it is closed.
  package func drawing(surface: PixelSize) -> PanelDrawing? {
    let layout = PanelLayout(self, surface: surface)
    guard isOpen, !layout.frame.isEmpty else { return nil }
    var painter = PanelPainter(panel: self, layout: layout)
    painter.paint()
    return PanelDrawing(position: layout.frame, items: painter.items)
  }

  /// What the split line looks like on a surface; `nil` where there is none.
  ///
  /// Its items stay the same while it is dragged: only the position changes.
  package func splitDrawing(surface: PixelSize) -> PanelDrawing? {
    guard let column = split?.column(on: surface), !surface.isEmpty else { return nil }
    return SplitDrawing(scale: scale).drawing(column: column, surface: surface)
  }
}
