import Geometry

/// An item of a drawing; positions are in device pixels from the drawing's top left corner.
package enum DrawingItem: Hashable, Sendable {
  /// A filled rectangle with round corners; a radius of half its height makes ends half circles.
  case rectangle(Rect, radius: Double = 0, PaintColor)
  /// The inner edge of such a rectangle, as wide as it says.
  case outline(Rect, radius: Double = 0, width: Double, PaintColor)
  /// A filled rectangle that goes from one colour at its left to another at its right.
  case gradient(Rect, radius: Double = 0, from: PaintColor, to: PaintColor)
  /// Lines from point to point, with round ends and corners.
  case line([Point], width: Double, PaintColor)
  /// A filled area between points.
  case polygon([Point], PaintColor)
  /// A text.
  case text(DrawingText)
  /// Items clipped to a rectangle.
  indirect case clipped(Rect, [DrawingItem])
}
