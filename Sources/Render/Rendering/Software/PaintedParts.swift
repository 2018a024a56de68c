import Geometry
import Tiles

/// The parts of a surface in which a frame has pixels; the rest is its surround.
///
/// A small picture on a large screen is drawn 10 × as fast as the whole screen.
package struct PaintedParts: Hashable, Sendable {
  /// The surface's size.
  package let size: PixelSize
  /// The rectangles to draw; they may overlap.
  package let rects: [PixelRect]
  /// The colour of the rest.
  package let surround: OpaqueColor

  /// With more rectangles, the whole surface is drawn.
  private static let mostRects = 8

  /// Creates the parts of a frame.
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

  /// Creates parts from rectangles, which are clipped to the surface.
  ///
  /// If they cover more than 3/4 of the surface, all of it is drawn.
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
