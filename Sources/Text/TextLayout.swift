import Geometry

/// A paragraph that Pango has laid out, ready to be measured and drawn; it stays on its thread.
final class TextLayout {
  private let pango: PangoFunctions
  private let layout: OpaquePointer

  /// Lays a text out in a font; at most `height` device pixels of it, the last line ending in “…”.
  init?(
    _ text: String, font: TextFont, scale: Double, width: Int, height: Int,
    alignment: TextAlignment, context: OpaquePointer, pango: PangoFunctions
  ) {
    guard let layout = pango.layoutNew(context) else { return nil }
    self.layout = layout
    self.pango = pango
    var text = drawableText(text)
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango.layoutSetText(layout, $0.baseAddress, Int32($0.count))
      }
    }
    let description = pango.fontDescriptionNew()
    pango.fontDescriptionSetFamily(description, "Sans")
    pango.fontDescriptionSetWeight(description, font.weight)
    pango.fontDescriptionSetAbsoluteSize(
      description, (font.size * scale).rounded() * Double(PangoFunctions.unitsPerPixel))
    pango.layoutSetFontDescription(layout, description)
    pango.fontDescriptionFree(description)
    pango.layoutSetWrap(layout, PangoFunctions.wrapWordChar)
    pango.layoutSetEllipsize(layout, PangoFunctions.ellipsizeEnd)
    pango.layoutSetWidth(layout, Int32(max(width, 1) * PangoFunctions.unitsPerPixel))
    pango.layoutSetHeight(layout, Int32(max(height, 1) * PangoFunctions.unitsPerPixel))
    pango.layoutSetAlignment(layout, alignment.pangoNumber)
  }

  deinit { pango.objectUnref(layout) }

  /// Columns and rows that the text takes; a column more than Pango says, which may round down.
  var size: PixelSize {
    var width: Int32 = 0
    var height: Int32 = 0
    pango.layoutGetPixelSize(layout, &width, &height)
    return PixelSize(width: Int(width) + 1, height: Int(height))
  }

  /// Makes the width what the text really takes, so that it is aligned in a panel that fits it.
  func narrow(to width: Int) {
    pango.layoutSetWidth(layout, Int32(max(width, 1) * PangoFunctions.unitsPerPixel))
  }

  /// Draws with the current colour, its top left corner at a point.
  func draw(on canvas: OpaquePointer, x: Int, y: Int, cairo: CairoFunctions) {
    cairo.moveTo(canvas, Double(x), Double(y))
    pango.showLayout(canvas, layout)
  }
}
