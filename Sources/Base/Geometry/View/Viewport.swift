/// The visible part of a picture and its scale: the complete state of a view at one moment.
public struct Viewport: Hashable, Sendable {
  /// The surface's size in device pixels.
  public var surface: PixelSize
  /// The picture's upright size in image pixels, or in a drawing's units, before the user's
  /// rotation.
  public var picture: Extent
  /// The user's rotation and mirroring.
  public var orientation: Orientation
  /// Device pixels per image pixel.
  public var scale: Double
  /// The top left corner of the shown picture, in device pixels of the surface.
  public var origin: Point
  /// True if the view lies on whole device pixels, so that texels map to pixels one to one.
  ///
  /// The origin and the shown size are then whole numbers. A view at rest is settled, and so is one
  /// that is only panned: a dragged picture stays as sharp as a resting one.
  public var isSettled: Bool
  /// Where the picture may rest.
  public var edges = EdgePolicy.inside
  /// The scale of 100 %, beyond which the fit view does not enlarge the picture.
  public var unit = 1.0
  /// True if the fit view enlarges the picture beyond 100 % when the surface allows it.
  public var enlargesToFit = false

  /// Creates a view.
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

  /// The picture's size in image pixels, with the user's rotation.
  public var shownPicture: Extent { orientation.applied(to: picture) }

  /// The size of the whole shown picture in device pixels; whole numbers in a settled view.
  ///
  /// It is at least one pixel in each direction, so that very long pictures remain visible.
  public var shownSize: Point {
    let width = shownPicture.width * scale
    let height = shownPicture.height * scale
    guard isSettled else { return Point(x: max(1, width), y: max(1, height)) }
    return Point(x: max(1, width.rounded()), y: max(1, height.rounded()))
  }

  /// The rectangle of the whole shown picture, in device pixels of the surface.
  public var shownRect: Rect {
    let size = shownSize
    return Rect(
      minX: origin.x, minY: origin.y, maxX: origin.x + size.x, maxY: origin.y + size.y)
  }

  /// The rectangle of the surface.
  public var surfaceRect: Rect { Rect(PixelRect(surface)) }

  /// Returns the rectangle on the surface, in device pixels, of an area of a level of the upright
  /// picture.
  ///
  /// Edges are computed from the level's own edges, so adjacent areas share them bit for bit. In a
  /// settled view at a scale up to 1, and for the level of that scale, they are whole numbers.
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

  /// Returns the pixels of a level of the upright picture that are at least partly visible.
  public func visibleArea(in level: PixelSize) -> PixelRect {
    let seen = shownRect.intersection(surfaceRect)
    guard !seen.isEmpty else { return PixelRect(.zero) }
    let shown = orientation.applied(to: level)
    let size = shownSize
    let scaleX = Double(shown.width) / size.x
    let scaleY = Double(shown.height) / size.y
    // A pixel that only touches the edge must not count as visible by a rounding error.
    let slack = 1e-6
    let area = PixelRect(
      minX: Int(((seen.minX - origin.x) * scaleX + slack).rounded(.down)),
      minY: Int(((seen.minY - origin.y) * scaleY + slack).rounded(.down)),
      maxX: Int(((seen.maxX - origin.x) * scaleX - slack).rounded(.up)),
      maxY: Int(((seen.maxY - origin.y) * scaleY - slack).rounded(.up)))
    return orientation.inverse.apply(area.intersection(PixelRect(shown)), in: shown)
  }

  /// Returns the point of the upright picture, in image pixels, at a point of the surface.
  public func imagePoint(at device: Point) -> Point {
    let pitch = shownPitch
    let shown = Point(x: (device.x - origin.x) / pitch.x, y: (device.y - origin.y) / pitch.y)
    let size = shownPicture
    return orientation.inverse.apply(
      shown, width: size.width, height: size.height)
  }

  /// Returns the position on the surface of a point of the upright picture, in image pixels.
  public func devicePoint(of image: Point) -> Point {
    let shown = shownPoint(of: image)
    return Point(x: origin.x + shown.x, y: origin.y + shown.y)
  }

  /// Returns the position of a point of the upright picture relative to the shown picture's corner,
  /// in device pixels.
  package func shownPoint(of image: Point) -> Point {
    let shown = orientation.apply(
      image, width: picture.width, height: picture.height)
    let pitch = shownPitch
    return Point(x: shown.x * pitch.x, y: shown.y * pitch.y)
  }

  /// Device pixels per image pixel as drawn: the scale, except for the rounding of a settled size.
  private var shownPitch: Point {
    let size = shownSize
    let pixels = shownPicture
    return Point(
      x: pixels.width > 0 ? size.x / pixels.width : size.x,
      y: pixels.height > 0 ? size.y / pixels.height : size.y)
  }
}

/// Views of rasters, whose size is in whole pixels.
extension Viewport {
  /// Creates a view.
  package init(
    surface: PixelSize, picture: PixelSize, orientation: Orientation = .identity, scale: Double,
    origin: Point, isSettled: Bool
  ) {
    self.init(
      surface: surface, picture: Extent(picture), orientation: orientation, scale: scale,
      origin: origin, isSettled: isSettled)
  }

  /// Creates a settled view at a scale, with an image point as near to the centre as edges allow.
  package init(
    settledOn surface: PixelSize, picture: PixelSize, orientation: Orientation = .identity,
    scale: Double, center: Point? = nil
  ) {
    self.init(
      settledOn: surface, picture: Extent(picture), orientation: orientation, scale: scale,
      center: center)
  }

  /// Creates the settled view of the whole picture, never enlarged.
  package init(
    fitting picture: PixelSize, on surface: PixelSize, orientation: Orientation = .identity
  ) {
    self.init(fitting: Extent(picture), on: surface, orientation: orientation)
  }

  /// Returns the device pixel whose corner is nearest to a point of the picture.
  ///
  /// Objects of a constant size on the screen are placed on it, since they would be blurred between
  /// pixels.
  package func pixel(of image: Point) -> (x: Int, y: Int) {
    let device = devicePoint(of: image)
    // Halves are rounded in the same direction everywhere, so that nothing jumps during a pan.
    func whole(_ value: Double) -> Int {
      value.isFinite ? Int(max(-1e9, min(1e9, (value + 0.5).rounded(.down)))) : -1_000_000_000
    }
    return (whole(device.x), whole(device.y))
  }
}
