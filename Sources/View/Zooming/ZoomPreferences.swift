import Geometry

/// The user's preferences for zooming and panning.
public struct ZoomPreferences: Hashable, Sendable {
  /// The factor of one wheel detent.
  public var wheelStep: Double
  /// The maximum overscroll as a fraction of the view's side; 0 makes edges hard.
  public var elasticLimit: Double
  /// True if a picture that is released while moving glides on.
  public var glides: Bool
  /// Where a picture may rest.
  public var edgePolicy: EdgePolicy
  /// The scale of a double-click; `nil` chooses it by the picture's size.
  public var doubleClickScale: Double?
  /// False makes every change immediate (reduced motion).
  public var isAnimated: Bool

  /// Creates preferences with the default values.
  public init(
    wheelStep: Double = 1.25, elasticLimit: Double = 0.2, glides: Bool = true,
    edgePolicy: EdgePolicy = .inside, doubleClickScale: Double? = nil, isAnimated: Bool = true
  ) {
    self.wheelStep = wheelStep
    self.elasticLimit = elasticLimit
    self.glides = glides
    self.edgePolicy = edgePolicy
    self.doubleClickScale = doubleClickScale
    self.isAnimated = isAnimated
  }
}

/// The target of a double-click.
///
/// It is the smallest of 1, 2, 4, … that is at least 1.5 × the fit scale, so that the step is
/// clearly visible, and at most 8 × the fit scale: at 1:1 a gigapixel scan would show a spot that
/// nobody could locate.
enum DoubleClickTarget {
  /// The scale that a double-click goes to from the fit view.
  static func scale(fit: Double) -> Double {
    var scale = 1.0
    while scale < 1.5 * fit { scale *= 2 }
    return min(scale, 8 * fit)
  }

  /// True if a double-click at a scale zooms in, not back to the fit view.
  static func goesIn(from scale: Double, to target: Double) -> Bool { scale <= 0.9 * target }
}
