/// The layouts of a list of keys: a column of keys, and a column of what they do.
struct KeyColumns {
  /// A row of the list.
  struct Row {
    let key: TextLayout
    /// What they do.
    let action: TextLayout
    /// The height in device pixels.
    var height: Int { max(key.size.height, action.size.height) }
  }

  /// The rows, from top to bottom.
  let rows: [Row]
  /// The distance between both columns in device pixels.
  let gap: Int
  /// The distance below each row in device pixels.
  let spacing: Int

  /// The width of the widest keys in device pixels.
  var keyWidth: Int { rows.reduce(0) { max($0, $1.key.size.width) } }
  /// The width of the longest action in device pixels.
  var actionWidth: Int { rows.reduce(0) { max($0, $1.action.size.width) } }
  /// The width of both columns in device pixels.
  var width: Int { keyWidth + gap + actionWidth }
  /// The height in device pixels.
  var height: Int { rows.reduce(0) { $0 + $1.height + spacing } }

  /// Divides the rows into parts, to stand side by side.
  func divided(into count: Int) -> [KeyColumns] {
    let length = max((rows.count + count - 1) / count, 1)
    return stride(from: 0, to: rows.count, by: length).map {
      KeyColumns(
        rows: Array(rows[$0..<min($0 + length, rows.count)]), gap: gap, spacing: spacing)
    }
  }
}
