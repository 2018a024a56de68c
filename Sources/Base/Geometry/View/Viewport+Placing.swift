extension Viewport {
  /// A settled view of a picture at a scale, an image point as near to the centre as edges allow.
  ///
  /// The scale is taken as it is, without limits; no point means the picture's centre.
  public init(
    settledOn surface: PixelSize, picture: Extent, orientation: Orientation = .identity,
    scale: Double, center: Point? = nil
  ) {
    let view = Viewport(
      surface: surface, picture: picture, orientation: orientation, scale: scale, origin: .zero,
      isSettled: true)
    self = view.centered(on: center ?? picture.center).settled()
  }

  /// The settled view of the whole picture, never enlarged.
  public init(
    fitting picture: Extent, on surface: PixelSize, orientation: Orientation = .identity
  ) {
    let limits = ZoomLimits(surface: surface, shownPicture: orientation.applied(to: picture))
    self.init(
      settledOn: surface, picture: picture, orientation: orientation, scale: limits.fit)
  }

  /// The scale at which the whole picture, as it is turned, is seen; above 100 % only where it
  /// enlarges to fit.
  public var fitScale: Double { limits.fit }

  /// Whether the whole picture is seen as large as the surface allows, but not enlarged.
  public var isFit: Bool { abs(scale - fitScale) <= fitScale * 1e-9 }

  /// The middle of the surface.
  public var surfaceCenter: Point {
    Point(x: Double(surface.width) / 2, y: Double(surface.height) / 2)
  }

  /// The same view on a surface of another size: what is in its centre stays there.
  ///
  /// A view of the whole picture stays one. The render thread draws so where its surface is already
  /// larger or smaller than the window thread knows.
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

  /// The same view with an image point in the centre, not snapped.
  package func centered(on image: Point) -> Viewport {
    var view = self
    view.origin = surfaceCenter - shownPoint(of: image)
    return view
  }

  /// The scales that are allowed here.
  package var limits: ZoomLimits {
    ZoomLimits(
      surface: surface, shownPicture: shownPicture, unit: unit, enlargesToFit: enlargesToFit)
  }
}
