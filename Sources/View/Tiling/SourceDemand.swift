import Geometry

/// The purpose of a source's tiles in a view.
public struct SourceDemand: Hashable, Sendable {
  /// The surface's size in device pixels.
  public var surface: PixelSize
  /// The number of device pixels that filters sample beyond each side of the surface.
  public var margin: Int
  /// The purpose of the tiles.
  public var interest: TilePlanner.Interest
  /// True if the view is not at fit scale; a user who looks at one detail will look at others.
  public var isClose: Bool
  /// True if the view is complete and idle: a source with slow access may then prepare itself for
  /// close looks.
  public var isResting: Bool
  /// The number of missing tiles of the view's exact level and of the fit level.
  public var lackedTiles: Int

  /// Creates a demand.
  public init(
    surface: PixelSize, margin: Int = 0, interest: TilePlanner.Interest = .view,
    isClose: Bool = true, isResting: Bool = false, lackedTiles: Int = 1
  ) {
    self.surface = surface
    self.margin = margin
    self.interest = interest
    self.isClose = isClose
    self.isResting = isResting
    self.lackedTiles = lackedTiles
  }
}
