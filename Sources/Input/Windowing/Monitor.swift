import Geometry

/// A monitor: a part of the screen with a physical size.
package struct Monitor: Hashable, Sendable {
  /// Its pixels, in the screen's coordinates.
  package var rect: PixelRect
  /// Its width and height in millimetres, as it says itself; empty when it does not know.
  package var millimetres: PixelSize
  /// Its place in RandR's order, from 0.
  package var number: Int
  /// The server's number for its name, which stays; 0 where RandR can't say.
  package var name: UInt

  /// A monitor with all its parts given.
  package init(
    rect: PixelRect, millimetres: PixelSize = .zero, number: Int = 0, name: UInt = 0
  ) {
    self.number = number
    self.name = name
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

  /// Picks the monitor that has most of a part of the screen, of two that have as much the one of
  /// a `number`; `nil` where none has any.
  static func withMost(
    of rect: PixelRect, among monitors: [Monitor], rather number: Int
  ) -> Monitor? {
    func share(_ monitor: Monitor) -> Int { monitor.rect.intersection(rect).size.area ?? 0 }
    let most = monitors.map(share).max() ?? 0
    let candidates = monitors.filter { most > 0 && share($0) == most }
    return candidates.first { $0.number == number } ?? candidates.first
  }
}
