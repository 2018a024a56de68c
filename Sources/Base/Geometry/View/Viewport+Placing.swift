extension Viewport {
  /// Creates a settled view of a picture at a scale, with an image point as near to the centre as
  /// edges allow.
  ///
  /// The scale is not limited. Without a point, the picture is centred.
  public init(
    settledOn surface: PixelSize, picture: Extent, orientation: Orientation = .identity,
    scale: Double, center: Point? = nil
  ) {
    let view = Viewport(
      surface: surface, picture: picture, orientation: orientation, scale: scale, origin: .zero,
      isSettled: true)
    self = view.centered(on: center ?? picture.center).settled()
  }

  /// Creates the settled view of the whole picture, never enlarged.
  public init(
    fitting picture: Extent, on surface: PixelSize, orientation: Orientation = .identity
  ) {
    let limits = ZoomLimits(surface: surface, shownPicture: orientation.applied(to: picture))
    self.init(
      settledOn: surface, picture: picture, orientation: orientation, scale: limits.fit)
  }

  /// The scale at which the whole rotated picture fits; above 100 % only if `enlargesToFit` is set.
  public var fitScale: Double { limits.fit }

  /// True if the scale is `fitScale`.
  public var isFit: Bool { abs(scale - fitScale) <= fitScale * 1e-9 }

  /// The centre of the surface.
  public var surfaceCenter: Point {
    Point(x: Double(surface.width) / 2, y: Double(surface.height) / 2)
  }

  /// Returns the same view on a surface of another size, with the same centre.
  ///
  /// A fitted view stays fitted. The render thread uses it if its surface has another size than the
  /// window thread knows.
  public func resized(to surface: PixelSize) -> Viewport {
    guard surface != self.surface else { return self }
    let center = imagePoint(at: surfaceCenter)
    var view = self
    view.surface = surface
    view.scale =
      isFit ? view.fitScale : scale < fitScale ? scale : max(scale, view.fitScale)
    view = view.centered(on: center)
    return isSettled ? view.settled() : view.snapped()
  }

  /// Returns the same view with an image point at the centre, not snapped.
  package func centered(on image: Point) -> Viewport {
    var view = self
    view.origin = surfaceCenter - shownPoint(of: image)
    return view
  }

  /// The zoom limits of this view.
  package var limits: ZoomLimits {
    ZoomLimits(
      surface: surface, shownPicture: shownPicture, unit: unit, enlargesToFit: enlargesToFit)
  }
}
