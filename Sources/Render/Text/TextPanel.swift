import Geometry

/// A text panel's layout: its size, and the position of each paragraph.
struct TextPanel {
  /// The size in device pixels.
  private(set) var size: PixelSize
  /// The paragraphs and their top left corners.
  private(set) var paragraphs: [Paragraph] = []
  /// The corner radius in device pixels.
  let radius: Double
  /// True if something was left out to stay within the request's height.
  private(set) var isCut = false

  struct Paragraph {
    var layout: TextLayout
    var x: Int
    var y: Int
    /// True if it spans the panel's width, false in a column of a list.
    var spansPanel = true
  }

  private let request: TextRequest
  private let scale: Double
  private let font: FontSource
  private let padding: PixelSize
  private var bottom: Int
  private var innerWidth = 0

  /// Lays out a request at a scale, which may be smaller than the request's.
  init(_ request: TextRequest, scale: Double, font: FontSource) {
    self.request = request
    self.scale = scale
    self.font = font
    radius = 7 * scale
    padding = PixelSize(
      width: Int((14 * scale).rounded()), height: Int((9 * scale).rounded()))
    bottom = padding.height
    size = .zero
    for block in request.blocks where !isCut {
      if bottom > padding.height { bottom += Int((6 * scale).rounded()) }
      switch block {
      case .title(let text): add(text, font: .title)
      case .body(let text): add(text, font: .body)
      case .keys(let rows): add(rows)
      }
    }
    guard innerWidth > 0 else { return }
    for paragraph in paragraphs where paragraph.spansPanel {
      paragraph.layout.narrow(to: innerWidth)
    }
    size = PixelSize(
      width: min(innerWidth + 2 * padding.width, max(request.maximumWidth, 1)),
      height: min(bottom + padding.height, max(request.maximumHeight, 1)))
  }

  private var availableWidth: Int { max(request.maximumWidth - 2 * padding.width, 1) }

  private var availableHeight: Int { request.maximumHeight - padding.height - bottom }

  private func layout(
    _ text: String, _ textFont: TextFont, width: Int, alignment: TextAlignment
  ) -> TextLayout? {
    TextLayout(
      text, font: textFont, scale: scale, width: width, height: availableHeight,
      alignment: alignment, context: font.context, pango: font.libraries.pango)
  }

  private mutating func add(_ text: String, font textFont: TextFont) {
    guard !text.isEmpty,
      let layout = layout(text, textFont, width: availableWidth, alignment: request.alignment)
    else { return }
    let taken = layout.size
    if taken.height > availableHeight { isCut = true }
    paragraphs.append(Paragraph(layout: layout, x: padding.width, y: bottom))
    bottom += taken.height
    innerWidth = max(innerWidth, min(taken.width, availableWidth))
  }

  /// Adds a list of keys: if it is too tall, in parts side by side, as few as have room for it.
  private mutating func add(_ rows: [TextBlock.KeyRow]) {
    let whole = columns(of: rows)
    let room = availableHeight
    let gap = Int((32 * scale).rounded())
    let divided = (2...Self.mostKeyParts).lazy.map(whole.divided).first { parts in
      parts.allSatisfy { $0.height <= room }
        && parts.reduce(-gap) { $0 + $1.width + gap } <= availableWidth
    }
    let parts = whole.height <= room ? [whole] : divided ?? [whole]
    let top = bottom
    var left = padding.width
    for part in parts {
      bottom = max(bottom, top + place(part, x: left, y: top, room: room))
      innerWidth = max(innerWidth, left + part.width - padding.width)
      left += part.width + gap
    }
  }

  /// The maximum number of parts of a list of keys.
  private static let mostKeyParts = 3

  /// Lays out both columns; the first is as wide as its widest key, at most half of the panel.
  private func columns(of rows: [TextBlock.KeyRow]) -> KeyColumns {
    let keys = rows.map { layout($0.key, .key, width: availableWidth / 2, alignment: .leading) }
    let first = keys.reduce(0) { max($0, $1?.size.width ?? 0) }
    let gap = Int((18 * scale).rounded())
    let second = max(availableWidth - first - gap, 1)
    let laidOut = zip(rows, keys).compactMap { row, key in
      key.flatMap { key in
        layout(row.action, .body, width: second, alignment: .leading)
          .map { KeyColumns.Row(key: key, action: $0) }
      }
    }
    return KeyColumns(rows: laidOut, gap: gap, spacing: Int((3 * scale).rounded()))
  }

  /// Places a part of a list of keys; returns its height, at most `room`.
  private mutating func place(_ part: KeyColumns, x: Int, y: Int, room: Int) -> Int {
    let actionX = x + part.keyWidth + part.gap
    let widths = (key: part.keyWidth, action: part.actionWidth)
    var height = 0
    for row in part.rows {
      guard height + row.height <= room else {
        isCut = true
        break
      }
      row.key.narrow(to: widths.key)
      row.action.narrow(to: widths.action)
      paragraphs += [
        Paragraph(layout: row.key, x: x, y: y + height, spansPanel: false),
        Paragraph(layout: row.action, x: actionX, y: y + height, spansPanel: false),
      ]
      height += row.height + part.spacing
    }
    return height
  }
}
