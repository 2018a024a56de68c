import Fresnel

/// Pins on the board, one for each tap.
struct BoardPins {
  private let sprite: SpriteID?
  private var last: UInt64 = 0

  /// Makes pins for a view and adds their bitmap to its atlas.
  init(_ view: FresnelView) {
    sprite = view.markers.atlas.add(
      size: Self.size, pixels: Self.pixels, anchor: Point(x: Self.edge / 2, y: Self.edge / 2))
  }

  /// Adds a pin at a point of the board, in its units; returns the pin's number.
  mutating func add(at point: Point, to view: FresnelView) -> UInt64? {
    guard let sprite else { return nil }
    last += 1
    view.markers.add(Marker(MarkerID(last), at: point, sprite: sprite))
    return last
  }

  private static let edge = 17.0
  private static let size = PixelSize(width: Int(edge), height: Int(edge))

  /// A red disc with a white rim, in premultiplied RGBA.
  private static let pixels: [UInt8] = (0..<size.height).flatMap { y in
    (0..<size.width).flatMap { x -> [UInt8] in
      let (dx, dy) = (Double(x) + 0.5 - edge / 2, Double(y) + 0.5 - edge / 2)
      let distance = (dx * dx + dy * dy).squareRoot()
      // The approximate coverage of the pixel by a circle.
      func inside(_ radius: Double) -> Double { min(max(radius - distance + 0.5, 0), 1) }
      let (alpha, red) = (inside(8), inside(6))
      let others = UInt8((alpha - red) * 255 + red * 40)
      return [UInt8(alpha * 255 - red * 35), others, others, UInt8(alpha * 255)]
    }
  }
}
