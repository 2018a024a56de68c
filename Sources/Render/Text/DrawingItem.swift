import Geometry

/// An item of a drawing; positions are in device pixels from the drawing's top left corner.
package enum DrawingItem: Hashable, Sendable {
  /// A filled rectangle with rounded corners; a radius of half the height makes semicircular ends.
  case rectangle(Rect, radius: Double = 0, DrawingColor)
  /// An outline inside a rounded rectangle's edge.
  case outline(Rect, radius: Double = 0, width: Double, DrawingColor)
  /// A filled rectangle with a gradient from left to right.
  case gradient(Rect, radius: Double = 0, from: DrawingColor, to: DrawingColor)
  /// A polyline with round ends and joins.
  case line([Point], width: Double, DrawingColor)
  /// A filled polygon.
  case polygon([Point], DrawingColor)
  /// A text.
  case text(DrawingText)
  /// Items clipped to a rectangle.
  indirect case clipped(Rect, [DrawingItem])
}
