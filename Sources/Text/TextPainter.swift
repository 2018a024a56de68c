import Geometry

/// Draws requests into bitmaps; stays on the thread that made it.
struct TextPainter {
  private let font: FontSource

  /// Loads the libraries, which takes some ten milliseconds the first time.
  init(_ names: TextLibraries.Names) throws(TextLibraryError) {
    font = try FontSource(TextLibraries(names))
  }

  /// Draws one request; `nil` where it has no text.
  func bitmap(for request: TextRequest) -> TextBitmap? {
    var request = request
    request.maximumWidth = min(max(request.maximumWidth, 1), 8192)
    request.maximumHeight = min(max(request.maximumHeight, 1), 8192)
    var scale = request.scale.isFinite ? min(max(request.scale, 0.5), 16) : 1
    var panel = TextPanel(request, scale: scale, font: font)
    // The list of keys in a small window: smaller letters are better than a list without its end.
    let smallest = scale * 0.6
    while panel.isCut && scale > smallest {
      scale *= 0.9
      panel = TextPanel(request, scale: scale, font: font)
    }
    guard !panel.size.isEmpty else { return nil }
    return paint(panel)
  }

  private func paint(_ panel: TextPanel) -> TextBitmap? {
    let (cairo, size) = (font.libraries.cairo, panel.size)
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    let isPainted = pixels.withUnsafeMutableBufferPointer { buffer -> Bool in
      let surface = cairo.imageSurfaceCreateForData(
        buffer.baseAddress, CairoFunctions.formatARGB32, Int32(size.width), Int32(size.height),
        Int32(size.width * 4))
      defer { cairo.surfaceDestroy(surface) }
      guard cairo.surfaceStatus(surface) == 0, let canvas = cairo.create(surface) else {
        return false
      }
      defer { cairo.destroy(canvas) }
      fillBackground(of: panel, on: canvas)
      cairo.setSourceRGBA(canvas, 0.96, 0.96, 0.96, 1)
      for paragraph in panel.paragraphs {
        paragraph.layout.draw(on: canvas, x: paragraph.x, y: paragraph.y, cairo: cairo)
      }
      cairo.surfaceFlush(surface)
      swapRedAndBlue(buffer)
      return true
    }
    return isPainted ? TextBitmap(size: size, pixels: pixels) : nil
  }

  /// Dark enough that light letters are read over a white picture, and rounded.
  private func fillBackground(of panel: TextPanel, on canvas: OpaquePointer) {
    let cairo = font.libraries.cairo
    let (width, height) = (Double(panel.size.width), Double(panel.size.height))
    let radius = min(panel.radius, width / 2, height / 2)
    cairo.newSubPath(canvas)
    cairo.arc(canvas, width - radius, radius, radius, -.pi / 2, 0)
    cairo.arc(canvas, width - radius, height - radius, radius, 0, .pi / 2)
    cairo.arc(canvas, radius, height - radius, radius, .pi / 2, .pi)
    cairo.arc(canvas, radius, radius, radius, .pi, .pi * 1.5)
    cairo.closePath(canvas)
    cairo.setSourceRGBA(canvas, 0.07, 0.07, 0.07, 0.84)
    cairo.fill(canvas)
  }

  /// Cairo's pixels are native 32-bit words, so blue comes first in memory here; ours begin with red.
  private func swapRedAndBlue(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
    for blue in stride(from: 0, to: pixels.count - 3, by: 4) {
      pixels.swapAt(blue, blue + 2)
    }
  }
}
