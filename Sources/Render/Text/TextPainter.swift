import Geometry

/// Draws requests into bitmaps; stays on its thread.
struct TextPainter {
  private let font: FontSource
  private let lines: LineCache

  /// Loads the libraries, which takes about 10 ms the first time.
  init(_ names: TextLibraries.Names) throws(TextLibraryError) {
    font = try FontSource(TextLibraries(names))
    lines = LineCache(font)
  }

  /// Draws a request; `nil` if it has no text.
  func bitmap(for request: TextRequest) -> TextBitmap? {
    var request = request
    request.maximumWidth = min(max(request.maximumWidth, 1), 8192)
    request.maximumHeight = min(max(request.maximumHeight, 1), 8192)
    let wanted = request.scale.isFinite ? min(max(request.scale, 0.5), 16) : 1
    var scale = wanted
    var panel = TextPanel(request, scale: scale, font: font)
    // In a small window, smaller letters are better than a truncated list of keys.
    let smallest = scale * 0.6
    while panel.isCut && scale > smallest {
      scale *= 0.9
      panel = TextPanel(request, scale: scale, font: font)
    }
    if panel.isCut && request.isScrolled {
      request.maximumHeight = 8192
      panel = TextPanel(request, scale: wanted, font: font)
    }
    guard !panel.size.isEmpty else { return nil }
    return paint(panel)
  }

  /// Draws a drawing; `nil` if its size is empty.
  func bitmap(for request: DrawingRequest) -> TextBitmap? {
    let size = PixelSize(
      width: min(request.size.width, 8192), height: min(request.size.height, 8192))
    let painter = DrawingPainter(cairo: font.libraries.cairo, lines: lines)
    let bitmap = BitmapCanvas(cairo: font.libraries.cairo).bitmap(size: size) { canvas in
      painter.draw(request.items, on: canvas)
    }
    lines.forgetUnused()
    return bitmap
  }

  private func paint(_ panel: TextPanel) -> TextBitmap? {
    let cairo = font.libraries.cairo
    return BitmapCanvas(cairo: cairo).bitmap(size: panel.size) { canvas in
      // A rounded background, dark enough for light text over a white picture.
      let edges = Rect(PixelRect(panel.size))
      cairo.addRoundedRectangle(edges, radius: panel.radius, on: canvas)
      cairo.setSourceRGBA(canvas, 0.07, 0.07, 0.07, 0.84)
      cairo.fill(canvas)
      cairo.setSourceRGBA(canvas, 0.96, 0.96, 0.96, 1)
      for paragraph in panel.paragraphs {
        paragraph.layout.draw(on: canvas, x: paragraph.x, y: paragraph.y, cairo: cairo)
      }
    }
  }
}
