import Geometry

/// The position of a panel on the surface; widths are in pixels at 96 dpi.
package enum PanelPlace: Hashable, Sendable {
  /// At the right edge, in the panels' usual width.
  case rightEdge
  /// At the upper edge, centred.
  case upperEdge(width: Double)
  /// In the middle.
  case middle(width: Double)
  /// Near the lower edge, centred.
  case nearLowerEdge(width: Double)
  /// To the right of a rectangle of the surface, or to its left if there is no room.
  case beside(PixelRect, width: Double)
  /// At the lower edge of a rectangle of the surface, centred; for toolbars, which have their own
  /// width.
  case lowerEdge(PixelRect)

  var width: Double? {
    switch self {
    case .rightEdge, .lowerEdge: nil
    case .upperEdge(let width), .nearLowerEdge(let width), .middle(let width),
      .beside(_, let width):
      width
    }
  }

  /// Returns the panel's rectangle, which lies on the surface.
  func frame(of size: PixelSize, margin: Int, on surface: PixelSize) -> PixelRect {
    var (x, y) = (surface.width - margin - size.width, margin)
    switch self {
    case .rightEdge: break
    case .upperEdge: x = (surface.width - size.width) / 2
    case .middle:
      x = (surface.width - size.width) / 2
      y = max((surface.height - size.height) / 2, 0)
    case .nearLowerEdge:
      x = (surface.width - size.width) / 2
      // Above the sentences in the lower left corner.
      y = max(surface.height - 6 * margin - size.height, 0)
    case .beside(let anchor, _):
      let fits = anchor.maxX + size.width <= surface.width
      x = min(max(fits ? anchor.maxX : anchor.minX - size.width, 0), surface.width - size.width)
      y = max(min(anchor.minY, surface.height - size.height), 0)
    case .lowerEdge(let area):
      x = area.minX + (area.width - size.width) / 2
      y = area.maxY - margin - size.height
    }
    return PixelRect(minX: x, minY: y, maxX: x + size.width, maxY: y + size.height)
  }
}
