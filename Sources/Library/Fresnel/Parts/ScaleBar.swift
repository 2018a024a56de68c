import Geometry
import Platform

/// A bar of a round length, such as 50 µm, in a corner of a view.
///
/// Its length is 1, 2 or 5 times a power of ten and follows the zoom in each frame.
public struct ScaleBar: Hashable, Sendable {
  /// The size of one unit of the picture.
  public let unitsPerPixel: Double
  /// The name of the unit.
  public let unit: String
  /// The corner of the view.
  public var corner: ViewCorner
  /// The maximum length on the screen, in device pixels at 96 dots per inch; the bar takes at most
  /// half of the view's width.
  public var maximumWidth: Double

  /// Creates a bar for a picture of which each pixel is as large as `unitsPerPixel` units, such as
  /// 0.25 µm; `maximumWidth` is in device pixels at 96 dots per inch.
  ///
  /// - Throws: `FresnelError.notDrawn` unless `unitsPerPixel` is a finite number above 0.
  public init(
    unitsPerPixel: Double, unit: String, corner: ViewCorner = .bottomLeft,
    maximumWidth: Double = 160
  ) throws(FresnelError) {
    // Both may come from a file.
    let unit = escapedForDisplay(unit.utf8, limit: 16)
    guard unitsPerPixel > 0, unitsPerPixel.isFinite else {
      throw .notDrawn("a scale bar of \(unitsPerPixel) \(unit) per pixel can't be drawn")
    }
    self.unitsPerPixel = unitsPerPixel
    self.unit = unit
    self.corner = corner
    self.maximumWidth = maximumWidth
  }

  /// Returns the round length to show at a zoom, in device pixels per unit of the picture, and its
  /// length on the screen, in device pixels; `nil` if no number can say it.
  ///
  /// `mostPixels` is the maximum length on the screen.
  func length(zoom: Double, mostPixels: Int) -> (length: RoundLength, pixels: Int)? {
    let unitsPerDevicePixel = unitsPerPixel / zoom
    guard zoom > 0, unitsPerDevicePixel > 0,
      let length = RoundLength(atMost: Double(mostPixels) * unitsPerDevicePixel)
    else { return nil }
    let pixels = (length.value / unitsPerDevicePixel).rounded()
    guard pixels >= 1, pixels <= Double(mostPixels) else { return nil }
    return (length, Int(pixels))
  }
}
