/// The position of a layer in the picture below it: moved and scaled, but not rotated on its own.
public struct LayerPlace: Hashable, Sendable {
  /// The layer's top left corner, in units of the picture below it.
  public var origin: Point
  /// Units of the picture per unit of the layer; above 0.
  public var scale: Double

  /// Creates a place; the defaults put unit on unit at the picture's corner.
  public init(origin: Point = .zero, scale: Double = 1) {
    self.origin = origin
    self.scale = scale
  }

  /// True if a layer of an extent is visible at this place at all.
  package func holds(_ extent: Extent) -> Bool {
    !extent.isEmpty && scale > 0 && scale.isFinite && origin.x.isFinite && origin.y.isFinite
  }
}

extension Viewport {
  /// Returns the view of a layer in this view's picture.
  ///
  /// The layer is rotated, mirrored and moved with the picture. In a settled view it lies on whole
  /// device pixels like the picture, at most one pixel from its exact position; panning keeps that
  /// difference.
  public func layer(_ extent: Extent, at place: LayerPlace) -> Viewport {
    var view = Viewport(
      surface: surface, picture: extent, orientation: orientation, scale: scale * place.scale,
      origin: .zero, isSettled: isSettled)
    view.edges = edges
    // A layer's fit level has half the size that it has in the fitted picture: many layers share
    // one budget, and stand-ins are visible only briefly.
    view.unit = fitScale * place.scale / 2
    let near = shownPoint(of: place.origin)
    let far = shownPoint(
      of: place.origin + Point(x: extent.width, y: extent.height) * place.scale)
    let corner = Point(x: min(near.x, far.x), y: min(near.y, far.y))
    if isSettled {
      let size = view.shownSize
      let slack = Point(
        x: abs(far.x - near.x) - size.x, y: abs(far.y - near.y) - size.y)
      // Relative to the picture's corner, not the surface's, so that nothing jumps during a pan.
      let offset = corner + slack * 0.5
      view.origin = origin + Point(x: Self.whole(offset.x), y: Self.whole(offset.y))
    } else {
      view.origin = origin + corner
    }
    return view
  }

  /// Returns the nearest integer, ignoring rounding errors in the last digits.
  private static func whole(_ value: Double) -> Double { (value + 0.5 - 1e-6).rounded(.down) }
}

extension Viewport {
  /// Returns a moving view of the same picture at a placement, without snapping.
  package func placed(_ placement: Placement) -> Viewport {
    var view = self
    view.isSettled = false
    view.scale = placement.scale
    view.origin = placement.origin
    return view
  }
}
