import Geometry

extension ZoomController {
  /// Turns the picture clockwise by quarter turns, at once.
  ///
  /// The image point in the centre stays there; a view of the whole picture stays one.
  public mutating func turn(quarterTurns: Int, now: Double) {
    reorient(by: Orientation(quarterTurns: quarterTurns))
  }

  /// Mirrors what is shown left to right, at once; the image point in the centre stays there.
  public mutating func mirror(now: Double) {
    reorient(by: Orientation(isMirrored: true))
  }

  /// Takes another size of the surface over, at once.
  ///
  /// The image point in the centre stays there, also through a row of resizes: leaving full screen
  /// comes back to the view before it. A view of the whole picture stays one.
  public mutating func resize(to surface: PixelSize, now: Double) {
    if surface == self.surface { return }
    keepCenter { $0.surface = surface }
  }

  /// Takes over that the picture has another extent: what is seen stays where it is, as far as it
  /// can.
  public mutating func setPicture(_ extent: Extent, now: Double) {
    if extent == picture { return }
    keepCenter { $0.picture = extent }
  }

  /// Takes over how many device pixels are 100 %; what is in the centre stays there.
  public mutating func setUnit(_ unit: Double, now: Double) {
    guard unit > 0, unit.isFinite, unit != self.unit else { return }
    let factor = unit / self.unit
    keepCenter {
      $0.unit = unit
    } scaledBy: {
      $0 * factor
    }
  }

  /// Shows this picture as another one was shown, for going on in an album without losing the
  /// place.
  ///
  /// Pictures of the same size show the same pixels, turned alike; others show the same relative
  /// centre at the same ratio to their fit scale. Where the other showed the whole picture, so does
  /// this one.
  public mutating func place(like other: ZoomController) {
    motion = .rest
    steps = nil
    kept = nil
    judge = nil
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
      // The shown picture's own axes: a turned picture is followed by one that is not.
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

  /// Changes the space that the view lies in; the view rests afterwards.
  private mutating func keepCenter(
    _ change: (inout ZoomController) -> Void, scaledBy factor: (Double) -> Double = { $0 }
  ) {
    let view = destination
    let center =
      kept ?? KeptCenter(point: view.imagePoint(at: view.surfaceCenter), scale: view.scale)
    motion = .rest
    steps = nil
    judge = nil
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

  /// Rests with an image point in the centre.
  private mutating func show(_ center: Point, scale: Double) {
    var view = base
    view.scale = scale
    view.isSettled = true
    target = Placement(scale: scale, origin: view.centered(on: center).origin)
  }
}
