import Geometry

/// Between which scales a picture can be zoomed.
///
/// From the whole picture, or 1:1 where it is smaller than the view, to 64 device pixels per image
/// pixel, where a pixel is as large as a finger.
struct ZoomLimits: Hashable, Sendable {
  /// The scale at which the whole picture is seen, never enlarged.
  let fit: Double
  /// The largest scale.
  let maximum: Double
  /// The scale at which the picture fills the view on one axis, enlarged if need be.
  let filling: Double

  /// Device pixels per image pixel at the most.
  static let largest = 64.0

  /// The limits of a picture, as the user has turned it, on a surface.
  init(surface: PixelSize, shownPicture: PixelSize) {
    let width = Double(max(1, surface.width)) / Double(max(1, shownPicture.width))
    let height = Double(max(1, surface.height)) / Double(max(1, shownPicture.height))
    fit = min(width, height, 1)
    filling = min(width, height, Self.largest)
    maximum = Self.largest
  }

  /// The smallest scale.
  var minimum: Double { fit }

  /// The nearest scale that is allowed.
  func clamp(_ scale: Double) -> Double { max(minimum, min(scale, maximum)) }

  /// The nearest scale that is allowed; one a rounding error from fit or 1:1 is made exact.
  ///
  /// Only exactly 1:1 shows the decoder's own pixels, and steps in and out add up with rounding.
  func cleaned(_ scale: Double) -> Double {
    for exact in [fit, 1] where abs(scale - exact) <= exact * 1e-9 { return clamp(exact) }
    return clamp(scale)
  }
}
