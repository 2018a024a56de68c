import Geometry

/// What people like to set about zooming and panning.
public struct ZoomPreferences: Hashable, Sendable {
  /// The factor of one wheel detent.
  public var wheelStep: Double
  /// How far a picture can be pulled past its edge, as a factor of the view's side; 0 makes edges
  /// hard.
  public var elasticLimit: Double
  /// Whether a picture that is let go while it moves glides on.
  public var glides: Bool
  /// Where a picture may rest.
  public var edgePolicy: EdgePolicy
  /// The scale that a double-click leads to; without one it is chosen by the picture.
  public var doubleClickScale: Double?
  /// Whether anything moves by itself; without it every change is immediate (reduced motion).
  public var isAnimated: Bool

  /// Preferences, each with the value that most people want.
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

/// Where a double-click leads to.
///
/// The target is the smallest of 1, 2, 4, … that is at least one and a half times the fit scale: a
/// step that shows clearly more. It is at most eight times the fit scale: a gigapixel scan at 1:1
/// would show a spot that nobody could place.
enum DoubleClickTarget {
  /// The scale that a double-click goes to from the whole picture.
  static func scale(fit: Double) -> Double {
    var scale = 1.0
    while scale < 1.5 * fit { scale *= 2 }
    return min(scale, 8 * fit)
  }

  /// Whether a double-click at a scale goes to the target, not back to the whole picture.
  static func goesIn(from scale: Double, to target: Double) -> Bool { scale <= 0.9 * target }
}
