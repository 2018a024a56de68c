import Geometry

/// One thing in a drawing; positions are device pixels from the drawing's top left corner.
package enum DrawingItem: Hashable, Sendable {
  /// A filled rectangle with round corners; a radius of half its height makes ends half circles.
  case rectangle(Rect, radius: Double = 0, DrawingColor)
  /// The inner edge of such a rectangle, as wide as it says.
  case outline(Rect, radius: Double = 0, width: Double, DrawingColor)
  /// A filled rectangle that goes from one colour at its left to another at its right.
  case gradient(Rect, radius: Double = 0, from: DrawingColor, to: DrawingColor)
  /// Lines from point to point, with round ends and corners.
  case line([Point], width: Double, DrawingColor)
  /// A filled area between points.
  case polygon([Point], DrawingColor)
  /// A text.
  case text(DrawingText)
  /// Other items, of which only what is inside the rectangle is drawn.
  indirect case clipped(Rect, [DrawingItem])
}
