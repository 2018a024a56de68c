import Geometry
import Markers
import Rendering
import Text

/// A text that follows its marker, with a tail that points to it.
public struct MarkerCallout: Hashable, Sendable {
  /// The marker; while it is not there, or off the surface, there is no callout.
  public var marker: MarkerID
  /// A line in bold; empty for none.
  public var title: String
  /// What stands below it, wrapped; empty for none.
  public var text: String
  /// The widest that its panel may become, in device pixels at 96 dots an inch.
  public var maximumWidth: Double

  /// A callout of a marker.
  public init(_ marker: MarkerID, title: String, text: String = "", maximumWidth: Double = 320) {
    self.marker = marker
    self.title = title
    self.text = text
    self.maximumWidth = maximumWidth
  }
}

/// The bitmaps of tails: triangles in the colour of text panels.
enum CalloutTail {
  /// A tail of a size that points down, or up; premultiplied RGBA.
  static func bitmap(_ size: PixelSize, pointsUp: Bool) -> OverlayBitmap? {
    // The panel's own colour: 7 % grey that covers 84 %.
    let (grey, alpha) = (0.07 * 0.84, 0.84)
    var pixels: [UInt8] = []
    for row in 0..<size.height {
      let y = pointsUp ? size.height - 1 - row : row
      for x in 0..<size.width {
        let share = coverage(x, y, size)
        let color = UInt8((grey * share * 255).rounded())
        pixels += [color, color, color, UInt8((alpha * share * 255).rounded())]
      }
    }
    return OverlayBitmap(size: size, pixels: pixels)
  }

  /// How much of a pixel lies inside the triangle that hangs from the upper edge, by 16 samples.
  private static func coverage(_ x: Int, _ y: Int, _ size: PixelSize) -> Double {
    var inside = 0
    for step in 0..<16 {
      let u = (Double(x) + (Double(step % 4) + 0.5) / 4) / Double(size.width)
      let v = (Double(y) + (Double(step / 4) + 0.5) / 4) / Double(size.height)
      if abs(u - 0.5) * 2 <= 1 - v { inside += 1 }
    }
    return Double(inside) / 16
  }
}
