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
