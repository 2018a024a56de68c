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

/// A text with a place of its own in a drawing.
///
/// One line is centred in its rectangle by the height of capitals, so that texts of different fonts
/// stand on one line beside each other; several lines begin at the rectangle's top. What does not
/// fit ends in “…”.
package struct DrawingText: Hashable, Sendable {
  /// What is written; control characters are drawn as U+FFFD.
  package var text: String
  /// Where, in device pixels of the drawing; nothing is drawn outside.
  package var frame: Rect
  /// How large the letters are: the font's size in device pixels.
  package var size: Double
  /// Whether they are bold.
  package var isBold: Bool
  /// Where the text stands between the sides of its rectangle.
  package var alignment: TextAlignment
  /// The letters' colour.
  package var color: DrawingColor
  /// How many lines it may be broken into.
  package var lines: Int
  /// Where text is being typed: behind that many of its Unicode scalars.
  ///
  /// A thin line is drawn there, and the text is moved so that this place can be seen.
  package var caret: Int?

  /// A text with all its parts given.
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

/// A drawing to be made into a bitmap: the controls of a panel.
package struct DrawingRequest: Hashable, Sendable {
  /// Names the request in its answer.
  ///
  /// One that still waits is replaced by a newer one of its name, whatever kind either is of.
  package var id: UInt64
  /// Columns and rows of the bitmap, in device pixels; at most 8192 of each are drawn.
  package var size: PixelSize
  /// What is drawn, in order, on nothing.
  package var items: [DrawingItem]

  /// A request with all its parts given.
  package init(id: UInt64, size: PixelSize, items: [DrawingItem]) {
    self.id = id
    self.size = size
    self.items = items
  }
}
