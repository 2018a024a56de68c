/// Between which scales a picture can be zoomed.
///
/// From the whole picture, or 1:1 where it is smaller than the view, to 64 device pixels per image
/// pixel, where a pixel is as large as a finger, or until the picture fills the view if that takes
/// more. A source or a program may set other limits.
public struct ZoomLimits: Hashable, Sendable {
  /// The scale at which the whole picture is seen, enlarged only where that was asked for.
  public let fit: Double
  /// The smallest scale.
  public let minimum: Double
  /// The largest scale.
  public let maximum: Double
  /// The scale at which the picture fills the view on one axis, enlarged if need be.
  public let filling: Double

  /// The scale that counts as 100 %.
  public let unit: Double

  /// Times 100 % at the most, where nobody says otherwise and the picture fills the view by then.
  public static let largest = 64.0

  /// The limits of a picture, as the user has turned it, on a surface.
  ///
  /// `range` takes the place of the usual range, from fit to 64 times 100 % or to filling the view;
  /// fit itself does not change. `unit` is the scale that counts as 100 %; fit goes beyond it, as
  /// far as the range does, where it `enlargesToFit`.
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

  /// The nearest scale that is allowed.
  public func clamp(_ scale: Double) -> Double { max(minimum, min(scale, maximum)) }

  /// The nearest scale that is allowed; one a rounding error from fit or 1:1 is made exact.
  ///
  /// Only exactly 1:1 shows the decoder's own pixels, and steps in and out add up with rounding.
  public func cleaned(_ scale: Double) -> Double {
    for exact in [fit, unit] where abs(scale - exact) <= exact * 1e-9 { return clamp(exact) }
    return clamp(scale)
  }
}

/// Where a picture may rest once nobody holds it.
public enum EdgePolicy: Hashable, Sendable {
  /// Inside: one that is smaller than the view in its middle, a larger one without a gap at an
  /// edge.
  case inside
  /// Every point of it can be brought to the view's middle: an edge comes as far as that.
  case centered
  /// Wherever it is let go, as long as a corner of it is still there to be caught.
  case free
}
