import ViewGeometry

/// What people like to set about zooming and panning.
public struct ZoomPreferences: Hashable, Sendable {
  /// The factor of one wheel detent.
  public var wheelStep: Double
  /// How far a picture can be pulled past its edge, as a part of the view; 0 makes edges hard.
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
