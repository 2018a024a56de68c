import Geometry

/// A picture held by two fingers: zoomed about the point between them, and moved with it.
///
/// No edge is snapped during the pinch: the image point between the fingers stays there exactly. It
/// is stored as a fraction of the picture's size, so no error accumulates.
struct ActivePinch: Hashable, Sendable {
  /// The point between the fingers, in device pixels.
  var focus: Point
  /// The image point at `focus`, as a fraction of the shown picture's width and height.
  let part: Point
  /// The resistance beyond the zoom limits.
  let elastic: ElasticScale
  /// The shown picture's size in image pixels.
  let picture: Point

  /// The requested scale and the fingers' distance at the start.
  private let startScale: Double
  private let startDistance: Double
  /// The fingers' latest distance.
  private var distance: Double

  /// Catches the picture of a view.
  init(focus: Point, distance: Double, caught view: Viewport) {
    self.focus = focus
    self.distance = distance
    startDistance = distance
    elastic = ElasticScale(limits: view.limits)
    startScale = elastic.asked(shown: view.scale)
    let size = view.shownSize
    part = Point(
      x: (focus.x - view.origin.x) / size.x, y: (focus.y - view.origin.y) / size.y)
    picture = Point(x: view.shownPicture.width, y: view.shownPicture.height)
  }

  /// Updates the fingers' distance, and moves the point between them by `delta`.
  mutating func move(to distance: Double, by delta: Point) {
    if distance > 0, distance.isFinite { self.distance = distance }
    if delta.length.isFinite { focus = focus + delta }
  }

  var scale: Double { elastic.shown(startScale * (distance / startDistance)) }

  var shown: Placement { placement(scale: scale) }

  /// Where the picture would rest if released now, before its edges are snapped.
  var target: Placement { placement(scale: elastic.limits.cleaned(scale)) }

  private func placement(scale: Double) -> Placement {
    let width = max(1, picture.x * scale)
    let height = max(1, picture.y * scale)
    return Placement(
      scale: scale, origin: focus - Point(x: part.x * width, y: part.y * height))
  }
}
