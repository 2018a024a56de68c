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

/// A text at a position of a drawing.
///
/// A single line is centred vertically by the height of capitals, so that adjacent texts in
/// different fonts share a baseline. Several lines begin at the rectangle's top. Text that does not
/// fit ends in “…”.
package struct DrawingText: Hashable, Sendable {
  /// The text; control characters are drawn as U+FFFD.
  package var text: String
  /// The rectangle in device pixels of the drawing; the text is clipped to it.
  package var frame: Rect
  /// The font size in device pixels.
  package var size: Double
  /// True for bold text.
  package var isBold: Bool
  /// The horizontal alignment in the rectangle.
  package var alignment: TextAlignment
  /// The text colour.
  package var color: DrawingColor
  /// The maximum number of lines.
  package var lines: Int
  /// The position of the caret, as a number of Unicode scalars before it.
  ///
  /// The caret is a thin line; the text is scrolled so that it is visible.
  package var caret: Int?

  /// Creates a text.
  package init(
    _ text: String, in frame: Rect, size: Double, isBold: Bool = false,
    alignment: TextAlignment = .leading, color: DrawingColor, lines: Int = 1, caret: Int? = nil
  ) {
    self.text = text
    self.frame = frame
    self.size = size
    self.isBold = isBold
    self.alignment = alignment
    self.color = color
    self.lines = lines
    self.caret = caret
  }
}

/// A request to draw a panel's controls into a bitmap.
package struct DrawingRequest: Hashable, Sendable {
  /// Identifies the request in its answer.
  ///
  /// A pending request is replaced by a newer one with the same ID, of either kind.
  package var id: UInt64
  /// The size of the bitmap in device pixels, limited to 8192 in each direction.
  package var size: PixelSize
  /// The items in drawing order, on a transparent background.
  package var items: [DrawingItem]

  /// Creates a request.
  package init(id: UInt64, size: PixelSize, items: [DrawingItem]) {
    self.id = id
    self.size = size
    self.items = items
  }
}
