import Geometry
import Tiles

/// A rectangle of pixels of a level, as what is drawn sees it.
struct TileGeometry: Hashable, Sendable {
  /// The world that the level shows.
  let world: Rect
  /// The size of the whole world at this level, in pixels.
  let level: PixelSize
  /// The pixels; they may reach past the level's edges.
  let area: PixelRect

  /// From the world to the pixels of the rectangle, its top left corner being the origin.
  ///
  /// All in Double: what is left of the numbers, once the origin has been subtracted, is right to a
  /// hundredth of a pixel in the largest level.
  var transform: AffineTransform {
    let x = Double(level.width) / world.width
    let y = Double(level.height) / world.height
    return AffineTransform(
      a: x, b: 0, c: 0, d: y, tx: -world.minX * x - Double(area.minX),
      ty: -world.minY * y - Double(area.minY))
  }

  /// The part of the world that the pixels show.
  var worldArea: Rect {
    let x = world.width / Double(level.width)
    let y = world.height / Double(level.height)
    return Rect(
      minX: world.minX + Double(area.minX) * x, minY: world.minY + Double(area.minY) * y,
      maxX: world.minX + Double(area.maxX) * x, maxY: world.minY + Double(area.maxY) * y)
  }

  /// How many units of the world a pixel is.
  var unitsPerPixel: Double { world.width / Double(level.width) }
}
