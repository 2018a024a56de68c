import Geometry
import Tiles

/// The parts of a surface that a frame has pixels in; everything else is its surround.
///
/// A small picture on a large screen is drawn in a tenth of the time that the screen takes.
package struct PaintedParts: Hashable, Sendable {
  /// The surface's size.
  package let size: PixelSize
  /// Rectangles of it; some may overlap.
  package let rects: [PixelRect]
  /// The colour of all the rest.
  package let surround: OpaqueColor

  /// Of more rectangles, and of more of the surface, everything is drawn at once.
  private static let mostRects = 8

  /// The parts of a frame.
  package init(of frame: Frame) {
    let size = frame.viewport.surface
    let whole = PixelRect(size)
    var rects: [PixelRect] = []
    for part in frame.parts(on: size) where part.picture != nil {
      rects.append(PixelRect(covering: part.view.shownRect))
    }
    rects += frame.overlays.map(\.position)
    if frame.sprites != nil { rects.append(whole) }
    self.init(size: size, rects: rects, surround: frame.backdrop.surround)
  }

  /// Some rectangles of a surface; parts of them outside it do not count.
  package init(size: PixelSize, rects: [PixelRect], surround: OpaqueColor) {
    self.size = size
    self.surround = surround
    let whole = PixelRect(size)
    var seen: [PixelRect] = []
    for rect in rects.map({ $0.intersection(whole) }) where !rect.isEmpty {
      guard !seen.contains(where: { $0.intersection(rect) == rect }) else { continue }
      seen = seen.filter { $0.intersection(rect) != $0 } + [rect]
    }
    let area = seen.reduce(0) { $0 + $1.size.width * $1.size.height }
    let isMost = area > size.width * size.height / 4 * 3
    self.rects = isMost || seen.count > Self.mostRects ? [whole] : seen
  }
}
