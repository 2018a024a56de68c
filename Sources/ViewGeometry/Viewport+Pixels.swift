import Geometry

/// Views of rasters, whose size is one of whole pixels.
extension Viewport {
  /// A view with all its parts given.
  public init(
    surface: PixelSize, picture: PixelSize, orientation: Orientation = .identity, scale: Double,
    origin: Point, isSettled: Bool
  ) {
    self.init(
      surface: surface, picture: Extent(picture), orientation: orientation, scale: scale,
      origin: origin, isSettled: isSettled)
  }

  /// A settled view at a scale, an image point as near to the centre as edges allow.
  public init(
    settledOn surface: PixelSize, picture: PixelSize, orientation: Orientation = .identity,
    scale: Double, center: Point? = nil
  ) {
    self.init(
      settledOn: surface, picture: Extent(picture), orientation: orientation, scale: scale,
      center: center)
  }

  /// The settled view of the whole picture, never enlarged.
  public init(
    fitting picture: PixelSize, on surface: PixelSize, orientation: Orientation = .identity
  ) {
    self.init(fitting: Extent(picture), on: surface, orientation: orientation)
  }
}
