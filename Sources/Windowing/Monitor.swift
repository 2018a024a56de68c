import Geometry

/// A monitor: a part of the screen with a physical size.
package struct Monitor: Hashable, Sendable {
  /// Its pixels, in the screen's coordinates.
  package var rect: PixelRect
  /// Its width and height in millimetres, as it says itself; empty when it does not know.
  package var millimetres: PixelSize

  /// A monitor with all its parts given.
  package init(rect: PixelRect, millimetres: PixelSize = .zero) {
    self.rect = rect
    self.millimetres = millimetres
  }

  /// Picks the monitor that has a point of the screen, else the nearest one.
  ///
  /// The pointer can stand in a gap between monitors of different sizes.
  static func containing(x: Int, y: Int, of monitors: [Monitor]) -> Monitor? {
    func distance(_ rect: PixelRect) -> Int {
      let dx = max(rect.minX - x, 0, x - (rect.maxX - 1))
      let dy = max(rect.minY - y, 0, y - (rect.maxY - 1))
      return dx + dy
    }
    return monitors.min { distance($0.rect) < distance($1.rect) }
  }
}
