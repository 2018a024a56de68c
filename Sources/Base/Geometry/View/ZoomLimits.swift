/// The range of scales of a picture.
///
/// The minimum shows the whole picture, or 1:1 if the picture is smaller than the view. The maximum
/// is 64 device pixels per image pixel, at which a pixel is as large as a finger, or the scale that
/// fills the view if that is larger. A source or a program may set other limits.
public struct ZoomLimits: Hashable, Sendable {
  /// The scale at which the whole picture fits the view, enlarged only on request.
  public let fit: Double
  /// The minimum scale.
  public let minimum: Double
  /// The maximum scale.
  public let maximum: Double
  /// The scale at which the picture fills the view on one axis, enlarged if necessary.
  public let filling: Double

  /// The scale of 100 %.
  public let unit: Double

  /// The default maximum scale as a factor of 100 %, unless filling the view takes more.
  public static let largest = 64.0

  /// Creates the limits of a picture, as the user has rotated it, on a surface.
  ///
  /// `range` replaces the default range, from fit to 64 × 100 % or to filling the view; `fit` does
  /// not depend on it. `unit` is the scale of 100 %; `fit` exceeds it only if `enlargesToFit` is
  /// set.
  public init(
    surface: PixelSize, shownPicture: Extent, range: ClosedRange<Double>? = nil, unit: Double = 1,
    enlargesToFit: Bool = false
  ) {
    self.unit = unit
    let width = Double(max(1, surface.width)) / Self.side(shownPicture.width)
    let height = Double(max(1, surface.height)) / Self.side(shownPicture.height)
    maximum = range?.upperBound ?? max(Self.largest * unit, min(width, height))
    fit = min(width, height, enlargesToFit ? .infinity : unit)
    minimum = range?.lowerBound ?? min(fit, unit)
    filling = min(width, height, maximum)
  }

  private static func side(_ length: Double) -> Double { length > 0 ? length : 1 }

  /// Returns the nearest allowed scale.
  public func clamp(_ scale: Double) -> Double { max(minimum, min(scale, maximum)) }

  /// Returns the nearest allowed scale; one within a rounding error of fit or 1:1 is made exact.
  ///
  /// Only exactly 1:1 shows the decoder's own pixels, and rounding errors of zoom steps accumulate.
  public func cleaned(_ scale: Double) -> Double {
    for exact in [fit, unit] where abs(scale - exact) <= exact * 1e-9 { return clamp(exact) }
    return clamp(scale)
  }
}
