import Geometry
import Synchronization

/// The outlines of a line of text, in units of the font's size, from its left end on the base line.
///
/// It depends on the string and the font alone and is shared by all drawings that have them.
final class TextOutline: Sendable {
  /// All glyphs, to be filled by the nonzero rule.
  let outline: Outline
  /// How far the text runs.
  let width: Double

  init(outline: Outline, width: Double) {
    self.outline = outline
    self.width = width
  }

  private struct Key: Hashable {
    var string: String
    var font: TextRun.Font
  }

  /// Outlines that were made, until there are too many of them.
  private static let known = Mutex<[Key: TextOutline]>([:])
  private static let mostKnown = 4096

  /// The outline of a text; it is shaped where it is not known.
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
