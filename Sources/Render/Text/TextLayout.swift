import Geometry

/// A paragraph laid out by Pango; stays on its thread.
final class TextLayout {
  private let pango: PangoFunctions
  private let layout: OpaquePointer

  /// Lays out a text, limited to `height` device pixels; the last line then ends in “…”.
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

  /// The size of the text in device pixels, one column wider than Pango reports, which may round
  /// down.
  var size: PixelSize {
    var width: Int32 = 0
    var height: Int32 = 0
    pango.layoutGetPixelSize(layout, &width, &height)
    return PixelSize(width: Int(width) + 1, height: Int(height))
  }

  /// Sets the width to the text's own, so that it is aligned in a panel that fits it.
  func narrow(to width: Int) {
    pango.layoutSetWidth(layout, Int32(max(width, 1) * PangoFunctions.unitsPerPixel))
  }

  /// Draws with the current colour; `x` and `y` are the top left corner.
  func draw(on canvas: OpaquePointer, x: Int, y: Int, cairo: CairoFunctions) {
    cairo.moveTo(canvas, Double(x), Double(y))
    pango.showLayout(canvas, layout)
  }
}

/// Returns a text from an untrusted source, such as a file name or a decoder's last words, safe to
/// draw.
///
/// Control characters and bidirectional controls become U+FFFD, so that they can't rearrange the
/// sentence around them; line feeds are kept. The text is truncated after `limit` scalars, since
/// layout takes time and nobody reads more over a picture. Swift strings are always valid UTF-8.
func drawableText(_ text: String, limit: Int = 4000) -> String {
  var drawable = String.UnicodeScalarView()
  var count = 0
  for scalar in text.unicodeScalars {
    if count == limit {
      drawable.append("…")
      break
    }
    drawable.append(isDrawable(scalar) ? scalar : "\u{FFFD}")
    count += 1
  }
  return String(drawable)
}

private func isDrawable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0A: true
  case 0..<0x20, 0x7F..<0xA0: false
  case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: false
  case 0xFFF9...0xFFFB, 0xE0000...0xE007F: false
  default: true
  }
}
