/// Which part of a picture is seen, at which scale: the whole state of a view at one moment.
public struct Viewport: Hashable, Sendable {
  /// The size of what is drawn on, in device pixels.
  public var surface: PixelSize
  /// The picture's upright size in image pixels, or in a drawing's units, before the user's turns.
  public var picture: Extent
  /// How the user has turned and mirrored the picture.
  public var orientation: Orientation
  /// Device pixels per image pixel.
  public var scale: Double
  /// Where the shown picture's top left corner lies, in device pixels of the surface.
  public var origin: Point
  /// Whether the scale rests on whole device pixels: tiles are drawn texel for pixel.
  ///
  /// The origin and the shown size are whole numbers then. A view at rest is settled, and so is one
  /// that is only panned: a dragged picture stays as sharp as a resting one.
  public var isSettled: Bool
  /// Where the picture may rest.
  public var edges = EdgePolicy.inside
  /// The scale that counts as 100 %: the whole picture is never shown larger by itself.
  public var unit = 1.0
  /// Whether the whole picture is shown as large as the surface allows, beyond 100 % too.
  public var enlargesToFit = false

  /// A view with all its parts given.
  public init(
    surface: PixelSize, picture: Extent, orientation: Orientation = .identity, scale: Double,
    origin: Point, isSettled: Bool
  ) {
    self.surface = surface
    self.picture = picture
    self.orientation = orientation
    self.scale = scale
    self.origin = origin
    self.isSettled = isSettled
  }

  /// The picture's size in image pixels as the user has turned it.
  public var shownPicture: Extent { orientation.applied(to: picture) }

  /// The size of the whole shown picture in device pixels; whole numbers in a settled view.
  ///
  /// At least one pixel each way: a very long picture would be invisible else.
  public var shownSize: Point {
    let width = shownPicture.width * scale
    let height = shownPicture.height * scale
    guard isSettled else { return Point(x: max(1, width), y: max(1, height)) }
    return Point(x: max(1, width.rounded()), y: max(1, height.rounded()))
  }

  /// Where the whole shown picture lies, in device pixels of the surface.
  public var shownRect: Rect {
    let size = shownSize
    return Rect(
      minX: origin.x, minY: origin.y, maxX: origin.x + size.x, maxY: origin.y + size.y)
  }

  /// The surface's own pixels.
  public var surfaceRect: Rect { Rect(PixelRect(surface)) }

  /// Where an area of a level of the upright picture lies on the surface, in device pixels.
  ///
  /// Edges are computed from the level's own edges, so neighbouring areas share them bit for bit.
  /// In a settled view at a scale up to 1, and for the level of that scale, they are whole numbers.
  public func deviceRect(of area: PixelRect, in level: PixelSize) -> Rect {
    let width = Double(level.width)
    let height = Double(level.height)
    let a = orientation.apply(
      Point(x: Double(area.minX), y: Double(area.minY)), width: width, height: height)
    let b = orientation.apply(
      Point(x: Double(area.maxX), y: Double(area.maxY)), width: width, height: height)
    let shown = orientation.applied(to: level)
    let size = shownSize
    let scaleX = size.x / Double(shown.width)
    let scaleY = size.y / Double(shown.height)
    return Rect(
      minX: origin.x + min(a.x, b.x) * scaleX, minY: origin.y + min(a.y, b.y) * scaleY,
      maxX: origin.x + max(a.x, b.x) * scaleX, maxY: origin.y + max(a.y, b.y) * scaleY)
  }

  /// The pixels of a level of the upright picture that are seen, if only in part.
  public func visibleArea(in level: PixelSize) -> PixelRect {
    let seen = shownRect.intersection(surfaceRect)
    guard !seen.isEmpty else { return PixelRect(.zero) }
    let shown = orientation.applied(to: level)
    let size = shownSize
    let scaleX = Double(shown.width) / size.x
    let scaleY = Double(shown.height) / size.y
    // Rounding noise must not make a pixel visible that only touches the edge.
    let slack = 1e-6
    let area = PixelRect(
      minX: Int(((seen.minX - origin.x) * scaleX + slack).rounded(.down)),
      minY: Int(((seen.minY - origin.y) * scaleY + slack).rounded(.down)),
      maxX: Int(((seen.maxX - origin.x) * scaleX - slack).rounded(.up)),
      maxY: Int(((seen.maxY - origin.y) * scaleY - slack).rounded(.up)))
    return orientation.inverse.apply(area.intersection(PixelRect(shown)), in: shown)
  }

  /// The point of the upright picture, in image pixels, that is drawn at a point of the surface.
  public func imagePoint(at device: Point) -> Point {
    let pitch = shownPitch
    let shown = Point(x: (device.x - origin.x) / pitch.x, y: (device.y - origin.y) / pitch.y)
    let size = shownPicture
    return orientation.inverse.apply(
      shown, width: size.width, height: size.height)
  }

  /// Where a point of the upright picture, in image pixels, is drawn on the surface.
  public func devicePoint(of image: Point) -> Point {
    let shown = shownPoint(of: image)
    return Point(x: origin.x + shown.x, y: origin.y + shown.y)
  }

  /// Where a point of the upright picture lies from the shown picture's corner, in device pixels.
  package func shownPoint(of image: Point) -> Point {
    let shown = orientation.apply(
      image, width: picture.width, height: picture.height)
    let pitch = shownPitch
    return Point(x: shown.x * pitch.x, y: shown.y * pitch.y)
  }

  /// Device pixels per image pixel as drawn: the scale, but for the rounding of a settled size.
  private var shownPitch: Point {
    let size = shownSize
    let pixels = shownPicture
    return Point(
      x: pixels.width > 0 ? size.x / pixels.width : size.x,
      y: pixels.height > 0 ? size.y / pixels.height : size.y)
  }
}

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
