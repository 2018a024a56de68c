import Geometry

/// A thin progress bar for a pass over a picture, drawn without libraries.
package enum ProgressBar {
  /// Returns the bar's height in device pixels for a thickness at 96 dpi and a scale.
  package static func height(_ thickness: Double = 3, scale: Double) -> Int {
    let scale = scale.isFinite ? scale : 1
    return Int((thickness * min(max(scale, 0.5), 16)).rounded())
  }

  /// Draws a bar across a width, light up to `fraction` and dark beyond.
  ///
  /// The pixel at the boundary is interpolated, so that even a slow pass is seen to move.
  package static func bitmap(
    width: Int, fraction: Double, thickness: Double = 3, scale: Double
  ) -> TextBitmap {
    let size = PixelSize(
      width: min(max(width, 1), 1 << 15), height: height(thickness, scale: scale))
    let done = fraction.isFinite ? min(max(fraction, 0), 1) * Double(size.width) : 0
    var row: [UInt8] = []
    row.reserveCapacity(size.width * 4)
    for column in 0..<size.width {
      let share = min(max(done - Double(column), 0), 1)
      for (dark, light) in zip(track, ink) {
        row.append(UInt8((dark + (light - dark) * share).rounded()))
      }
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(row.count * size.height)
    for _ in 0..<size.height { pixels += row }
    return TextBitmap(size: size, pixels: pixels)
  }

  // Premultiplied, and translucent enough to see the picture under the remaining part.
  private static let track: [Double] = [8, 8, 8, 128]
  private static let ink: [Double] = [235, 235, 235, 245]
}
