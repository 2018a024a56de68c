import Geometry

/// A drawing's text, laid out by Pango; stays on its thread.
final class DrawingLine {
  private let libraries: TextLibraries
  private let layout: OpaquePointer
  private let text: String
  private let size: Double
  private let lines: Int
  private let baseline: Double

  init?(
    _ text: String, size: Double, isBold: Bool, width: Int, lines: Int, alignment: TextAlignment,
    isEdited: Bool, font: FontSource
  ) {
    let pango = font.libraries.pango
    guard let layout = pango.layoutNew(font.context) else { return nil }
    self.layout = layout
    self.text = text
    self.size = size
    self.lines = lines
    libraries = font.libraries
    var copy = text
    copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango.layoutSetText(layout, $0.baseAddress, Int32($0.count))
      }
    }
    let description = pango.fontDescriptionNew()
    pango.fontDescriptionSetFamily(description, "Sans")
    pango.fontDescriptionSetWeight(
      description, isBold ? PangoFunctions.weightBold : PangoFunctions.weightNormal)
    pango.fontDescriptionSetAbsoluteSize(description, size * Double(PangoFunctions.unitsPerPixel))
    pango.layoutSetFontDescription(layout, description)
    pango.fontDescriptionFree(description)
    // Tabular figures, since a number that is being dragged would tremble otherwise.
    let attributes = pango.attributeListNew()
    pango.attributeListInsert(attributes, pango.attributeFontFeaturesNew("tnum=1"))
    pango.layoutSetAttributes(layout, attributes)
    pango.attributeListUnref(attributes)
    if !isEdited {
      pango.layoutSetWidth(layout, Int32(width * PangoFunctions.unitsPerPixel))
      pango.layoutSetHeight(layout, Int32(-lines))
      pango.layoutSetWrap(layout, PangoFunctions.wrapWordChar)
      pango.layoutSetEllipsize(layout, PangoFunctions.ellipsizeEnd)
      pango.layoutSetAlignment(layout, alignment.pangoNumber)
    }
    baseline = Double(pango.layoutGetBaseline(layout)) / Double(PangoFunctions.unitsPerPixel)
  }

  deinit { libraries.pango.objectUnref(layout) }

  /// Half the height of a capital letter relative to the font size, for most sans-serif typefaces.
  private static let halfCapitalHeight = 0.36

  /// The thickness of the caret and of lines below letters.
  private var thickness: Double { max(1, (size / 12).rounded()) }

  /// Draws in a frame; `caret` is an index between Unicode scalars, and `underlined` that of one.
  func draw(
    in frame: Rect, _ color: PaintColor, caret: Int?, selection: DrawingText.Selection?,
    underlined: Int?, on canvas: OpaquePointer
  ) {
    let (cairo, pango) = (libraries.cairo, libraries.pango)
    cairo.save(canvas)
    defer { cairo.restore(canvas) }
    cairo.rectangle(canvas, frame.minX, frame.minY, frame.width, frame.height)
    cairo.clip(canvas)
    let middle = frame.center.y + size * Self.halfCapitalHeight
    let top = lines == 1 ? (middle - baseline).rounded() : frame.minY.rounded()
    guard let caret else {
      cairo.moveTo(canvas, frame.minX.rounded(), top)
      pango.showLayout(canvas, layout)
      if let underlined { underline(underlined, left: frame.minX.rounded(), top: top, on: canvas) }
      return
    }
    let place = column(ofCaret: caret)
    let left = (frame.minX - max(0, place.x + thickness - frame.width)).rounded()
    if let selection {
      let end = column(ofCaret: selection.count)
      let back = selection.color
      cairo.setSourceRGBA(canvas, back.red, back.green, back.blue, back.alpha)
      cairo.rectangle(canvas, left, (top + end.y).rounded(), end.x, end.height.rounded())
      cairo.fill(canvas)
      cairo.setSourceRGBA(canvas, color.red, color.green, color.blue, color.alpha)
    }
    cairo.moveTo(canvas, left, top)
    pango.showLayout(canvas, layout)
    cairo.rectangle(
      canvas, (left + place.x).rounded(), (top + place.y).rounded(), thickness,
      place.height.rounded())
    cairo.fill(canvas)
  }

  /// Draws a line below a letter of the first line of text.
  private func underline(_ index: Int, left: Double, top: Double, on canvas: OpaquePointer) {
    guard (0..<text.unicodeScalars.count).contains(index) else { return }
    let (start, end) = (column(ofCaret: index).x, column(ofCaret: index + 1).x)
    let (minX, maxX) = ((left + min(start, end)).rounded(), (left + max(start, end)).rounded())
    libraries.cairo.rectangle(
      canvas, minX, (top + baseline).rounded() + thickness, maxX - minX, thickness)
    libraries.cairo.fill(canvas)
  }

  private func column(ofCaret caret: Int) -> (x: Double, y: Double, height: Double) {
    let before = text.unicodeScalars.prefix(max(caret, 0)).reduce(0) { $0 + UTF8.width($1) }
    var rectangle: [Int32] = [0, 0, 0, 0]
    libraries.pango.layoutGetCursorPos(layout, Int32(before), &rectangle, nil)
    let unit = Double(PangoFunctions.unitsPerPixel)
    return (
      Double(rectangle[0]) / unit, Double(rectangle[1]) / unit, Double(rectangle[3]) / unit
    )
  }
}

extension TextAlignment {
  /// The value of the C constant `PANGO_ALIGN_LEFT`, `_CENTER` or `_RIGHT`.
  var pangoNumber: Int32 {
    switch self {
    case .leading: 0
    case .center: 1
    case .trailing: 2
    }
  }
}
