/// Where a layer lies in the space of the picture under it: moved and scaled, never turned by
/// itself.
public struct LayerPlace: Hashable, Sendable {
  /// Where the layer's top left corner lies, in units of the picture under it.
  public var origin: Point
  /// Units of the picture for one unit of the layer; above 0.
  public var scale: Double

  /// A corner and a scale; without any, unit on unit from the picture's own corner.
  public init(origin: Point = .zero, scale: Double = 1) {
    self.origin = origin
    self.scale = scale
  }

  /// Whether something of an extent can be seen there.
  package func holds(_ extent: Extent) -> Bool {
    !extent.isEmpty && scale > 0 && scale.isFinite && origin.x.isFinite && origin.y.isFinite
  }
}

extension Viewport {
  /// The view of a layer of some extent that lies in this view's picture.
  ///
  /// It is turned, mirrored and moved with the picture. In a settled view it rests on whole device
  /// pixels as the picture does, at most one from where its edges fall exactly; panning keeps
  /// that difference.
  public func layer(_ extent: Extent, at place: LayerPlace) -> Viewport {
    var view = Viewport(
      surface: surface, picture: extent, orientation: orientation, scale: scale * place.scale,
      origin: .zero, isSettled: isSettled)
    view.edges = edges
    // The whole layer is kept half as large as it is where the whole picture is seen: many layers
    // share one budget, and what stands in for them is seen for moments only.
    view.unit = fitScale * place.scale / 2
    let near = shownPoint(of: place.origin)
    let far = shownPoint(
      of: place.origin + Point(x: extent.width, y: extent.height) * place.scale)
    let corner = Point(x: min(near.x, far.x), y: min(near.y, far.y))
    if isSettled {
      let size = view.shownSize
      let slack = Point(
        x: abs(far.x - near.x) - size.x, y: abs(far.y - near.y) - size.y)
      // From the picture's corner, not the surface's: while it is panned nothing may jump.
      let offset = corner + slack * 0.5
      view.origin = origin + Point(x: Self.whole(offset.x), y: Self.whole(offset.y))
    } else {
      view.origin = origin + corner
    }
    return view
  }

  /// The nearest whole number, noise of the last digits left out of account.
  private static func whole(_ value: Double) -> Double { (value + 0.5 - 1e-6).rounded(.down) }
}

/// A scale and an origin, before the picture's edges are snapped to the view's.
///
/// Anchors are computed from it, so that a zoom in and out again comes back to the same view even
/// though what was shown on the way was snapped.
package struct Placement: Hashable, Sendable {
  /// Device pixels per image pixel.
  package var scale: Double
  /// Where the picture's top left corner lies, in device pixels.
  package var origin: Point

  /// A scale and an origin.
  package init(scale: Double, origin: Point) {
    self.scale = scale
    self.origin = origin
  }

  /// The same picture at another scale, a device point keeping its image point.
  package func scaled(to newScale: Double, about anchor: Point) -> Placement {
    if newScale == scale { return self }
    return Placement(
      scale: newScale, origin: anchor - (anchor - origin) * (newScale / scale))
  }
}

extension Viewport {
  /// A moving view of the same picture, placed without any snapping.
  package func placed(_ placement: Placement) -> Viewport {
    var view = self
    view.isSettled = false
    view.scale = placement.scale
    view.origin = placement.origin
    return view
  }
}
