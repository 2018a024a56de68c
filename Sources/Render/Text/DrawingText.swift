import Geometry

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
  package var color: PaintColor
  /// How many lines it may be broken into.
  package var lines: Int
  /// Where text is being typed: behind that many of its Unicode scalars.
  ///
  /// A thin line is drawn there, and the text is moved so that this place can be seen.
  package var caret: Int?

  /// A text with all its parts given.
  package init(
    _ text: String, in frame: Rect, size: Double, isBold: Bool = false,
    alignment: TextAlignment = .leading, color: PaintColor, lines: Int = 1, caret: Int? = nil
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
