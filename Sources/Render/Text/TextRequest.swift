import Geometry

/// A request to draw text into a bitmap, such as a message or the list of keys.
package struct TextRequest: Hashable, Sendable {
  /// Identifies the request in its answer.
  ///
  /// A pending request is replaced by a newer one with the same ID.
  package var id: UInt64
  /// The blocks of text, from top to bottom.
  package var blocks: [TextBlock]
  /// The alignment of titles and bodies.
  package var alignment: TextAlignment
  /// The maximum width of the panel in device pixels.
  package var maximumWidth: Int
  /// The maximum height of the panel in device pixels; text beyond it is left out, unless the panel
  /// is scrolled.
  package var maximumHeight: Int
  /// True if a text that doesn't fit makes the panel higher than the maximum, so that it can be
  /// scrolled.
  package var isScrolled: Bool
  /// The interface scale; 1 is 96 dpi.
  package var scale: Double

  /// Creates a request.
  package init(
    id: UInt64, blocks: [TextBlock], alignment: TextAlignment = .leading, maximumWidth: Int,
    maximumHeight: Int = 4096, isScrolled: Bool = false, scale: Double = 1
  ) {
    self.id = id
    self.blocks = blocks
    self.alignment = alignment
    self.maximumWidth = maximumWidth
    self.maximumHeight = maximumHeight
    self.isScrolled = isScrolled
    self.scale = scale
  }
}

/// The alignment of lines in their panel.
package enum TextAlignment: Hashable, Sendable {
  /// At the side where reading begins.
  case leading
  /// Centred.
  case center
  /// At the side where reading ends.
  case trailing
}

/// The fonts of a panel.
enum TextFont {
  case title
  case body
  case key

  /// The font size in device pixels at scale 1.
  var size: Double { self == .title ? 15 : 13 }

  var weight: Int32 { self == .body ? PangoFunctions.weightNormal : PangoFunctions.weightBold }
}

/// A block of a text panel.
package enum TextBlock: Hashable, Sendable {
  /// A line in bold, slightly larger.
  case title(String)
  /// Plain text, wrapped to the width; line feeds are kept.
  case body(String)
  /// A list in two columns, the first in bold.
  case keys([KeyRow])

  /// A row of a list in two columns.
  package struct KeyRow: Hashable, Sendable {
    /// The keys to press.
    package var key: String
    /// Their effect.
    package var action: String

    /// Creates a row.
    package init(_ key: String, _ action: String) {
      self.key = key
      self.action = action
    }
  }
}

/// A bitmap to draw over the view: premultiplied RGBA, 8 bits per channel, rows without padding.
package struct TextBitmap: Hashable, Sendable {
  /// The size in device pixels.
  package let size: PixelSize
  /// The pixels, top row first.
  package let pixels: [UInt8]

  /// Creates a bitmap; the number of bytes must match the size.
  package init(size: PixelSize, pixels: [UInt8]) {
    precondition(checkedProduct(size.width, size.height, 4) == pixels.count)
    self.size = size
    self.pixels = pixels
  }
}

/// The answer to a `TextRequest` or a `DrawingRequest`.
package struct TextAnswer: Hashable, Sendable {
  /// The ID of the request.
  package let id: UInt64
  /// The bitmap; `nil` if text can't be drawn on this machine or there was nothing to draw.
  package let bitmap: TextBitmap?

  /// Creates an answer to a request.
  package init(id: UInt64, bitmap: TextBitmap?) {
    self.id = id
    self.bitmap = bitmap
  }
}
