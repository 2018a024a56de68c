/// Laid-out texts, reused from one drawing to the next.
///
/// While a slider is dragged, one number in a panel of fifty texts changes, and only that is laid
/// out again.
final class LineCache {
  /// Everything that affects a text's appearance except its position.
  private struct Key: Hashable {
    var text: String
    var size: Double
    var isBold: Bool
    var width: Int
    var lines: Int
    var alignment: TextAlignment
    var hasCaret: Bool
  }

  private struct Entry {
    var line: DrawingLine
    var isUsed: Bool
  }

  private let font: FontSource
  private var entries: [Key: Entry] = [:]

  init(_ font: FontSource) { self.font = font }

  /// The number of cached texts.
  var count: Int { entries.count }

  /// Returns a text laid out; `nil` if Pango is out of memory.
  func line(for text: DrawingText) -> DrawingLine? {
    let key = Key(
      text: text.text, size: text.size, isBold: text.isBold,
      width: Int(min(max(text.frame.width, 1), 8192)), lines: min(max(text.lines, 1), 64),
      alignment: text.alignment, hasCaret: text.caret != nil)
    if let known = entries[key]?.line {
      entries[key]?.isUsed = true
      return known
    }
    let size = text.size.isFinite ? min(max(text.size, 1), 512) : 12
    guard
      let line = DrawingLine(
        drawableText(key.text, limit: 1000), size: size, isBold: key.isBold, width: key.width,
        lines: key.lines, alignment: key.alignment, isEdited: key.hasCaret, font: font)
    else { return nil }
    entries[key] = Entry(line: line, isUsed: true)
    return line
  }

  /// Evicts texts that have not been used since the last call.
  func forgetUnused() {
    entries = entries.filter { $0.value.isUsed }.mapValues { Entry(line: $0.line, isUsed: false) }
  }
}
