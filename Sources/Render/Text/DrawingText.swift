import Geometry

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
  /// The letters' colour.
  package var color: PaintColor
  /// The maximum number of lines.
  package var lines: Int
  /// The position of the caret, as a number of Unicode scalars before it.
  ///
  /// The caret is a thin line; the text is scrolled so that it is visible.
  package var caret: Int?
  /// The beginning of the text that is selected; only for a text with a caret.
  package var selection: Selection?
  /// The letter with a line below it, as a number of Unicode scalars before it; only for a text
  /// without a caret.
  package var underlined: Int?

  /// The selected beginning of a text.
  package struct Selection: Hashable, Sendable {
    /// The number of Unicode scalars.
    package var count: Int
    /// The colour behind the text.
    package var color: PaintColor

    /// Creates a selection of the first `count` Unicode scalars.
    package init(count: Int, color: PaintColor) {
      self.count = count
      self.color = color
    }
  }

  /// Creates a text.
  package init(
    _ text: String, in frame: Rect, size: Double, isBold: Bool = false,
    alignment: TextAlignment = .leading, color: PaintColor, lines: Int = 1, caret: Int? = nil,
    selection: Selection? = nil, underlined: Int? = nil
  ) {
    self.text = text
    self.frame = frame
    self.size = size
    self.isBold = isBold
    self.alignment = alignment
    self.color = color
    self.lines = lines
    self.caret = caret
    self.selection = selection
    self.underlined = underlined
  }
}
