import Geometry

/// A picture between fingers: it is zoomed about the point between them, and moves with it.
///
/// While they hold it no edge is snapped: the image point between the fingers stays there, exactly.
/// It is kept as a part of the picture's size, so nothing adds up however long they pinch.
struct PinchHold: Hashable, Sendable {
  /// Where the point between the fingers is, in device pixels.
  var focus: Point
  /// The part of the picture, along the rows and the columns, that lies there.
  let part: Point
  /// How far the scale may go, and how.
  let elastic: ElasticScale
  /// The shown picture's size in image pixels.
  let picture: Point

  /// The scale that the fingers asked for when they began, and their own distance then.
  private let startScale: Double
  private let startDistance: Double
  /// Their distance last.
  private var distance: Double

  /// A picture that fingers take while it is shown in a view.
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

  /// The fingers have another distance, and the point between them has moved.
  mutating func move(to distance: Double, by delta: Point) {
    if distance > 0, distance.isFinite { self.distance = distance }
    if delta.length.isFinite { focus = focus + delta }
  }

  /// The scale that is shown.
  var scale: Double { elastic.shown(startScale * (distance / startDistance)) }

  /// Where the picture is shown.
  var shown: Placement { placement(scale: scale) }

  /// Where it would be put down, before the edges' snapping.
  var target: Placement { placement(scale: elastic.limits.cleaned(scale)) }

  private func placement(scale: Double) -> Placement {
    let width = max(1, picture.x * scale)
    let height = max(1, picture.y * scale)
    return Placement(
      scale: scale, origin: focus - Point(x: part.x * width, y: part.y * height))
  }
}
