import Geometry
import Synchronization

/// The outline of a line of text, in units of the font size, from its left end on the base line.
///
/// It depends only on the string and the font, and is shared by all drawings that contain them.
final class TextOutline: Sendable {
  /// All glyphs, to be filled with the nonzero rule.
  let outline: Outline
  /// The advance width of the text.
  let width: Double

  init(outline: Outline, width: Double) {
    self.outline = outline
    self.width = width
  }

  private struct Key: Hashable {
    var string: String
    var font: TextRun.Font
  }

  /// A cache of outlines, cleared when it is full.
  private static let known = Mutex<[Key: TextOutline]>([:])
  private static let mostKnown = 4096

  /// Returns the outline of a text, shaping it if it is not cached.
  static func of(_ run: TextRun) -> TextOutline {
    let key = Key(string: run.string, font: run.font)
    if let outline = known.withLock({ $0[key] }) { return outline }
    let made = TextShaper.shape(run.string, run.font)
    known.withLock {
      if $0.count >= mostKnown { $0.removeAll(keepingCapacity: true) }
      $0[key] = made
    }
    return made
  }
}
