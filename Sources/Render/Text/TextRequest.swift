import Geometry

/// A piece of text to be drawn into a bitmap of its own, such as a sentence or the list of keys.
package struct TextRequest: Hashable, Sendable {
  /// Names the request in its answer.
  ///
  /// One that still waits is replaced by a newer one of its name.
  package var id: UInt64
  /// What is written, from top to bottom.
  package var blocks: [TextBlock]
  /// How titles and bodies stand between the panel's sides.
  package var alignment: TextAlignment
  /// The widest that the panel may become, in device pixels.
  package var maximumWidth: Int
  /// The tallest that the panel may become, in device pixels; what is beyond it is left out.
  package var maximumHeight: Int
  /// The interface's scale: 1 is a screen of 96 dots an inch.
  package var scale: Double

  /// A request with all its parts given.
  package init(
    id: UInt64, blocks: [TextBlock], alignment: TextAlignment = .leading, maximumWidth: Int,
    maximumHeight: Int = 4096, scale: Double = 1
  ) {
    self.id = id
    self.blocks = blocks
    self.alignment = alignment
    self.maximumWidth = maximumWidth
    self.maximumHeight = maximumHeight
    self.scale = scale
  }
}

/// How lines stand between the sides of their panel.
package enum TextAlignment: Hashable, Sendable {
  /// At the side where reading begins.
  case leading
  /// In the middle.
  case center
  /// At the side where reading ends.
  case trailing
}

/// The three ways that text looks in a panel.
enum TextFont {
  case title
  case body
  case key

  /// Device pixels from baseline to baseline, nearly, at scale 1.
  var size: Double { self == .title ? 15 : 13 }

  var weight: Int32 { self == .body ? PangoFunctions.weightNormal : PangoFunctions.weightBold }
}

/// One part of a text panel.
package enum TextBlock: Hashable, Sendable {
  /// A line in bold, a little larger.
  case title(String)
  /// Plain text, wrapped where it is too wide; line feeds in it are kept.
  case body(String)
  /// A list in two columns, the first in bold.
  case keys([KeyRow])

  /// One row of a list in two columns.
  package struct KeyRow: Hashable, Sendable {
    /// What to press.
    package var key: String
    /// What it does.
    package var action: String

    /// A row of both columns.
    package init(_ key: String, _ action: String) {
      self.key = key
      self.action = action
    }
  }
}

/// A small picture to lay over the view: premultiplied RGBA, 8 bits a channel, no padding.
package struct TextBitmap: Hashable, Sendable {
  /// Columns and rows, in device pixels.
  package let size: PixelSize
  /// The rows from top to bottom, four bytes a pixel.
  package let pixels: [UInt8]

  /// A bitmap of finished pixels, of which there must be as many as the size says.
  package init(size: PixelSize, pixels: [UInt8]) {
    precondition(checkedProduct(size.width, size.height, 4) == pixels.count)
    self.size = size
    self.pixels = pixels
  }
}

/// What became of a `TextRequest` or a `DrawingRequest`.
package struct TextAnswer: Hashable, Sendable {
  /// The request's name.
  package let id: UInt64
  /// The pixels, or `nil` where text can't be drawn on this machine or there was nothing to draw.
  package let bitmap: TextBitmap?

  /// An answer to the request of that name.
  package init(id: UInt64, bitmap: TextBitmap?) {
    self.id = id
    self.bitmap = bitmap
  }
}
