import Geometry
import Rendering
import Viewing

/// Draws a scale bar: a white bar with ends, edged in black, and its length beside it.
final class ScaleBarPart: ViewPart {
  /// What is drawn.
  var bar: ScaleBar
  private let label: PartLabel

  init(_ bar: ScaleBar, label: PartLabel) {
    self.bar = bar
    self.label = label
  }

  func draw(into frame: inout Frame, in scene: ViewPartScene) {
    let most = Self.mostPixels(bar, on: scene.surface, scale: scene.scale)
    guard let (length, width) = bar.length(zoom: frame.viewport.scale, mostPixels: most) else {
      return
    }
    let text = bar.unit.isEmpty ? length.text : "\(length.text) \(bar.unit)"
    label.show(text, scale: scene.scale)
    let margin = PartMetrics.margin(scene.scale)
    let height = PartMetrics.pixels(9, scene.scale)
    let box = bar.corner.place(
      PixelSize(width: width, height: height), on: scene.surface, margin: margin)
    frame.overlays += Self.overlays(box, scale: scene.scale)
    // A label of another length would be wrong; this one's is drawn in a moment.
    guard let size = label.size(of: text) else { return }
    let isTop = bar.corner == .topLeft || bar.corner == .topRight
    let gap = PartMetrics.pixels(5, scene.scale)
    let left = min(
      max(margin, box.minX + (width - size.width) / 2), scene.surface.width - margin - size.width)
    let top = isTop ? box.maxY + gap : box.minY - gap - size.height
    frame.overlays.append(
      Overlay(
        position: PixelRect(
          minX: left, minY: top, maxX: left + size.width, maxY: top + size.height),
        bitmap: label.bitmap))
  }

  func restoreBitmaps() { label.restore() }

  /// Returns the maximum length of a bar on a surface, in device pixels.
  static func mostPixels(_ bar: ScaleBar, on surface: PixelSize, scale: Double) -> Int {
    let width = bar.maximumWidth.isFinite ? min(max(bar.maximumWidth, 8), 4096) : 160
    return max(1, min(PartMetrics.pixels(width, scale), surface.width / 2))
  }

  /// Returns the bar in a box, with its two ends.
  static func overlays(_ box: PixelRect, scale: Double) -> [Overlay] {
    let line = PartMetrics.pixels(2, scale)
    var (bar, left, right) = (box, box, box)
    bar.minY = box.maxY - line
    left.maxX = box.minX + line
    right.minX = box.maxX - line
    let lines = [bar, left, right]
    let edge = PartMetrics.pixels(1, scale)
    return lines.map { Overlay(position: $0.grown(by: edge), bitmap: PartBitmap.black) }
      + lines.map { Overlay(position: $0, bitmap: PartBitmap.white) }
  }
}
