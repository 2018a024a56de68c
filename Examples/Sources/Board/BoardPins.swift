import Fresnel

extension MarkerImage {
  /// A pin: a red disc with a white rim.
  static let pin: MarkerImage = {
    let edge = 17
    let pixels = (0..<edge).flatMap { y in
      (0..<edge).flatMap { x -> [UInt8] in
        let (dx, dy) = (Double(x - edge / 2), Double(y - edge / 2))
        let distance = (dx * dx + dy * dy).squareRoot()
        // The approximate coverage of the pixel by a circle; the colours are premultiplied.
        func inside(_ radius: Double) -> Double { min(max(radius - distance + 0.5, 0), 1) }
        let (alpha, red) = (inside(8), inside(6))
        let others = UInt8((alpha - red) * 255 + red * 40)
        return [UInt8(alpha * 255 - red * 35), others, others, UInt8(alpha * 255)]
      }
    }
    return MarkerImage(size: PixelSize(width: edge, height: edge), pixels: pixels)
  }()
}
