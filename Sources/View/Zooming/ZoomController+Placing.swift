import Geometry

extension ZoomController {
  /// Turns the picture clockwise by quarter turns, without animation.
  ///
  /// The image point at the centre stays there; a fitted view stays fitted.
  public mutating func turn(quarterTurns: Int, now: Double) {
    reorient(by: Orientation(quarterTurns: quarterTurns))
  }

  /// Mirrors the shown picture left to right, without animation; the image point at the centre
  /// stays.
  public mutating func mirror(now: Double) {
    reorient(by: Orientation(isMirrored: true))
  }

  /// Changes the surface's size, without animation.
  ///
  /// The image point at the centre stays there, also through a series of resizes: leaving full
  /// screen restores the previous view. A fitted view stays fitted.
  public mutating func resize(to surface: PixelSize, now: Double) {
    if surface == self.surface { return }
    keepCenter { $0.surface = surface }
  }

  /// Changes the picture's extent; the view keeps its centre as far as it can.
  public mutating func setPicture(_ extent: Extent, now: Double) {
    if extent == picture { return }
    keepCenter { $0.picture = extent }
  }

  /// Changes how many device pixels are 100 %; the view keeps its centre.
  public mutating func setUnit(_ unit: Double, now: Double) {
    guard unit > 0, unit.isFinite, unit != self.unit else { return }
    let factor = unit / self.unit
    keepCenter {
      $0.unit = unit
    } scaledBy: {
      $0 * factor
    }
  }

  /// Shows this picture as another one was shown, so that a step in an album keeps the position.
  ///
  /// A picture of the same size shows the same pixels in the same orientation. Any other shows the
  /// same relative centre at the same ratio to its fit scale. If the other view was fitted, this
  /// one is, too.
  public mutating func place(like other: ZoomController) {
    become(.rest)
    orientation = picture == other.picture ? other.orientation : .identity
    fitting = other.fitting
    let seen = other.destination
    guard !other.isFit, fitting == .none else {
      if fitting == .none { fitting = .whole }
      target = centeredPlacement(scale: fitting == .filling ? limits.filling : limits.fit)
      return
    }
    if picture == other.picture && surface == other.surface {
      target = Placement(scale: seen.scale, origin: seen.origin)
      return
    }
    var center = seen.imagePoint(at: seen.surfaceCenter)
    var scale = seen.scale
    if picture != other.picture {
      // Along the axes as shown: the other picture may be turned while this one is not.
      let size = seen.shownPicture
      let shown = seen.orientation.apply(
        center, width: other.picture.width, height: other.picture.height)
      center = Point(
        x: size.width > 0 ? shown.x / size.width * picture.width : 0,
        y: size.height > 0 ? shown.y / size.height * picture.height : 0)
      scale = seen.scale / other.fitScale * fitScale
    }
    show(center, scale: limits.cleaned(scale))
  }

  private mutating func reorient(by change: Orientation) {
    keepCenter { $0.orientation = $0.orientation.followed(by: change) }
  }

  /// Changes the surface, the picture or the orientation; the view rests afterwards.
  private mutating func keepCenter(
    _ change: (inout ZoomController) -> Void, scaledBy factor: (Double) -> Double = { $0 }
  ) {
    let view = destination
    let center =
      kept ?? KeptCenter(point: view.imagePoint(at: view.surfaceCenter), scale: view.scale)
    become(.rest)
    change(&self)
    kept = center
    let scale =
      switch fitting {
      case .none: limits.cleaned(factor(center.scale))
      case .whole: limits.fit
      case .filling: limits.filling
      }
    show(center.point, scale: scale)
  }

  /// Rests with an image point at the centre.
  private mutating func show(_ center: Point, scale: Double) {
    var view = base
    view.scale = scale
    view.isSettled = true
    target = Placement(scale: scale, origin: view.centered(on: center).origin)
  }
}
