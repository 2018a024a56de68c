import DecoderProtocol
import Geometry
import Zooming

extension Viewport {
  /// The level whose pixels the view shows one to one; beyond 100 % the picture itself.
  public var exactLevel: Level { Level(of: picture, scale: scale) }

  /// The level of the whole picture, as it is turned, on this surface.
  public var fitLevel: Level { Level(of: picture, scale: fitScale) }

  /// The largest level of a power of two that is at most three quarters of the view's own scale.
  ///
  /// Views of many scales share it. It is ceil(W/2ᵏ) × ceil(H/2ᵏ); `nil` where it would be no larger
  /// than the fit view, which is always there.
  public var halvedLevel: Level? {
    let scale = 0.75 * min(1, scale)
    guard scale > fitScale, fitScale > 0 else { return nil }
    var shift = 1
    while shift < 24, 1 / Double(1 << shift) > scale { shift += 1 }
    let level = Level(
      size: PixelSize(
        width: dividedRoundingUp(picture.width, by: 1 << shift),
        height: dividedRoundingUp(picture.height, by: 1 << shift)))
    return level.size.width > fitLevel.size.width && level.size.height > fitLevel.size.height
      ? level : nil
  }

  /// The cells of a level that are seen, or lie within a margin around the surface.
  ///
  /// The margin is in device pixels: what filters look at beyond the view's edges.
  public func visibleTiles(of level: Level, margin: Int = 0) -> TileGrid {
    TileGrid(of: level, touching: grown(by: margin).visibleArea(in: level.size))
  }

  /// The same picture in the same place on a surface with a margin on each side.
  func grown(by margin: Int) -> Viewport {
    guard margin > 0 else { return self }
    var view = self
    view.surface.width += 2 * margin
    view.surface.height += 2 * margin
    view.origin.x += Double(margin)
    view.origin.y += Double(margin)
    return view
  }

  /// How many of the picture's pixels the view shows, at its exact level.
  ///
  /// Decoded pixels are measured against it: what is decoded beyond it was not needed.
  public var displayedPixels: Int {
    let area = visibleArea(in: exactLevel.size)
    return area.isEmpty ? 0 : area.width * area.height
  }

  /// The square of the distance of a tile's middle from a point of the surface.
  func distance(of key: TileKey, from focus: Point) -> Double {
    let way = deviceRect(of: key.area, in: key.level.size).center - focus
    return way.x * way.x + way.y * way.y
  }
}
