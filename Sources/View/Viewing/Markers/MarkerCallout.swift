import Geometry
import Markers
import Rendering
import Text

/// A text panel that follows its marker, with a tail that points to it.
public struct MarkerCallout: Hashable, Sendable {
  /// The marker; the callout is hidden while the marker does not exist or is off the surface.
  public var marker: MarkerID
  /// The title, one line in bold; empty for none.
  public var title: String
  /// The text below the title, wrapped; empty for none.
  public var text: String
  /// The maximum width of the panel, in device pixels at 96 dots per inch.
  public var maximumWidth: Double

  /// Creates a callout for a marker; `maximumWidth` is in device pixels at 96 dots per inch.
  public init(_ marker: MarkerID, title: String, text: String = "", maximumWidth: Double = 320) {
    self.marker = marker
    self.title = title
    self.text = text
    self.maximumWidth = maximumWidth
  }
}

/// The bitmaps of callout tails: triangles in the colour of text panels.
enum CalloutTail {
  /// Returns a tail that points up or down; premultiplied RGBA.
  static func bitmap(_ size: PixelSize, pointsUp: Bool) -> OverlayBitmap? {
    // The panel's colour: 7 % grey at 84 % opacity.
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

  /// Returns how much of a pixel the triangle that hangs from the top edge covers, by 16 samples.
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
