import Geometry
import Rendering
import Tiles

/// The colour of one pixel in sRGB, with straight alpha.
package struct PixelColor: Hashable, Sendable {
  /// The components.
  package var red, green, blue, alpha: UInt8

  /// Creates an opaque colour, or one with alpha.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// As CSS writes it: `#rrggbb`, or `#rrggbbaa` unless it is opaque.
  package var text: String {
    let bytes = [red, green, blue] + (alpha == 255 ? [] : [alpha])
    return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the pixel at a point of a picture; `nil` if the point is outside.
  package static func area(of point: Point, in size: PixelSize) -> PixelRect? {
    // A point that lies on a pixel's corner must not count as the one before by a rounding error.
    let slack = 1e-6
    let (x, y) = ((point.x + slack).rounded(.down), (point.y + slack).rounded(.down))
    guard x >= 0, y >= 0, x < Double(size.width), y < Double(size.height) else { return nil }
    return PixelRect(minX: Int(x), minY: Int(y), maxX: Int(x) + 1, maxY: Int(y) + 1)
  }
}

extension StillView {
  /// Returns the colour at a point of the upright picture, in its own units, without filters and
  /// exposure; `nil` if the point is outside.
  ///
  /// It decodes what is needed for it. `scale` says how large a pixel is where the source has more
  /// than one per unit; `frame` is the number of an animation's frame.
  package func color(
    at point: Point, frame: Int = 0, scale: Double = 1
  ) throws(Problem) -> PixelColor? {
    let info = try info()
    let scale = min(max(1, scale), max(1, info.levels.largestScale))
    var view = Viewport(
      surface: .zero, picture: info.extent, scale: scale, origin: .zero, isSettled: true)
    let size = view.shownSize
    guard max(size.x, size.y) <= Double(Level.longestSide) else { return nil }
    view.surface = PixelSize(width: Int(size.x), height: Int(size.y))
    guard let area = PixelColor.area(of: point * scale, in: view.surface) else { return nil }
    let frame = info.isTimed ? frame : 0
    try decode(area, of: view, frame: frame)
    var bytes = try render(self.frame(of: view, frame: frame), area: area)
    guard bytes.count == 4 else { return nil }
    StraightAlpha.convert(&bytes)
    return PixelColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
  }
}
