import Geometry

/// Views of rasters, whose size is one of whole pixels.
extension Viewport {
  /// A view with all its parts given.
  package init(
    surface: PixelSize, picture: PixelSize, orientation: Orientation = .identity, scale: Double,
    origin: Point, isSettled: Bool
  ) {
    self.init(
      surface: surface, picture: Extent(picture), orientation: orientation, scale: scale,
      origin: origin, isSettled: isSettled)
  }

  /// A settled view at a scale, an image point as near to the centre as edges allow.
  package init(
    settledOn surface: PixelSize, picture: PixelSize, orientation: Orientation = .identity,
    scale: Double, center: Point? = nil
  ) {
    self.init(
      settledOn: surface, picture: Extent(picture), orientation: orientation, scale: scale,
      center: center)
  }

  /// The settled view of the whole picture, never enlarged.
  package init(
    fitting picture: PixelSize, on surface: PixelSize, orientation: Orientation = .identity
  ) {
    self.init(fitting: Extent(picture), on: surface, orientation: orientation)
  }

  /// The whole device pixel whose corner is nearest to where a point of the picture is drawn.
  ///
  /// What keeps its size on the screen stands on it: between pixels it would be blurred.
  package func pixel(of image: Point) -> (x: Int, y: Int) {
    let device = devicePoint(of: image)
    // Halves go one way everywhere, so that nothing jumps while the picture is panned.
    func whole(_ value: Double) -> Int {
      value.isFinite ? Int(max(-1e9, min(1e9, (value + 0.5).rounded(.down)))) : -1_000_000_000
    }
    return (whole(device.x), whole(device.y))
  }
}
