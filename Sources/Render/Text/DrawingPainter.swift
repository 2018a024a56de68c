import Geometry

/// Draws the items of a drawing with cairo.
struct DrawingPainter {
  let cairo: CairoFunctions
  let lines: LineCache

  func draw(_ items: [DrawingItem], on canvas: OpaquePointer) {
    for item in items { draw(item, on: canvas) }
  }

  private func draw(_ item: DrawingItem, on canvas: OpaquePointer) {
    switch item {
    case .rectangle(let rect, let radius, let color):
      cairo.addRoundedRectangle(rect, radius: radius, on: canvas)
      use(color, on: canvas)
      cairo.fill(canvas)
    case .outline(let rect, let radius, let width, let color):
      let half = width / 2
      let middle = Rect(
        minX: rect.minX + half, minY: rect.minY + half, maxX: rect.maxX - half,
        maxY: rect.maxY - half)
      cairo.addRoundedRectangle(middle, radius: radius - half, on: canvas)
      use(color, on: canvas)
      cairo.setLineWidth(canvas, width)
      cairo.stroke(canvas)
    case .gradient(let rect, let radius, let from, let to):
      fillGradient(rect, radius: radius, from: from, to: to, on: canvas)
    case .line(let points, let width, let color):
      addPath(points, on: canvas)
      use(color, on: canvas)
      cairo.setLineWidth(canvas, width)
      cairo.setLineCap(canvas, CairoFunctions.lineCapRound)
      cairo.setLineJoin(canvas, CairoFunctions.lineJoinRound)
      cairo.stroke(canvas)
    case .polygon(let points, let color):
      addPath(points, on: canvas)
      cairo.closePath(canvas)
      use(color, on: canvas)
      cairo.fill(canvas)
    case .text(let text):
      use(text.color, on: canvas)
      guard !text.frame.isEmpty else { return }
      lines.line(for: text)?.draw(
        in: text.frame, text.color, caret: text.caret, selection: text.selection,
        underlined: text.underlined, on: canvas)
    case .clipped(let rect, let items):
      guard !rect.isEmpty else { return }
      cairo.save(canvas)
      cairo.rectangle(canvas, rect.minX, rect.minY, rect.width, rect.height)
      cairo.clip(canvas)
      draw(items, on: canvas)
      cairo.restore(canvas)
    }
  }

  private func use(_ color: PaintColor, on canvas: OpaquePointer) {
    cairo.setSourceRGBA(canvas, color.red, color.green, color.blue, color.alpha)
  }

  private func addPath(_ points: [Point], on canvas: OpaquePointer) {
    guard let first = points.first else { return }
    cairo.moveTo(canvas, first.x, first.y)
    for point in points.dropFirst() { cairo.lineTo(canvas, point.x, point.y) }
  }

  private func fillGradient(
    _ rect: Rect, radius: Double, from: PaintColor, to: PaintColor, on canvas: OpaquePointer
  ) {
    guard let pattern = cairo.patternCreateLinear(rect.minX, 0, rect.maxX, 0) else { return }
    for (place, color) in [(0.0, from), (1.0, to)] {
      cairo.patternAddColorStopRGBA(
        pattern, place, color.red, color.green, color.blue, color.alpha)
    }
    cairo.addRoundedRectangle(rect, radius: radius, on: canvas)
    cairo.setSource(canvas, pattern)
    cairo.fill(canvas)
    cairo.patternDestroy(pattern)
  }
}
