import Geometry

/// A monitor: a part of the screen with a physical size.
package struct Monitor: Hashable, Sendable {
  /// The monitor's pixels in screen coordinates.
  package var rect: PixelRect
  /// The width and height in millimetres that the monitor reports; empty if unknown.
  package var millimetres: PixelSize
  /// The index in RandR's order, from 0.
  package var number: Int
  /// The atom of the monitor's name, which is stable; 0 without RandR.
  package var name: UInt

  /// Creates a monitor.
  package init(
    rect: PixelRect, millimetres: PixelSize = .zero, number: Int = 0, name: UInt = 0
  ) {
    self.number = number
    self.name = name
    self.rect = rect
    self.millimetres = millimetres
  }

  /// Returns the monitor that contains a point of the screen, or the nearest one.
  ///
  /// The pointer can be in a gap between monitors of different sizes.
  static func containing(x: Int, y: Int, of monitors: [Monitor]) -> Monitor? {
    func distance(_ rect: PixelRect) -> Int {
      let dx = max(rect.minX - x, 0, x - (rect.maxX - 1))
      let dy = max(rect.minY - y, 0, y - (rect.maxY - 1))
      return dx + dy
    }
    return monitors.min { distance($0.rect) < distance($1.rect) }
  }

  /// The monitor overlapping `rect` most, or `nil` if none does; ties go to index `number`.
  static func withMost(
    of rect: PixelRect, among monitors: [Monitor], rather number: Int
  ) -> Monitor? {
    func share(_ monitor: Monitor) -> Int { monitor.rect.intersection(rect).size.area ?? 0 }
    let most = monitors.map(share).max() ?? 0
    let candidates = monitors.filter { most > 0 && share($0) == most }
    return candidates.first { $0.number == number } ?? candidates.first
  }
}
