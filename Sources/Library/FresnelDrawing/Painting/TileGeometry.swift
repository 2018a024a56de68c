import Geometry
import Tiles

/// Maps between the world and a rectangle of pixels of a level.
struct TileGeometry: Hashable, Sendable {
  /// The world that the level shows.
  let world: Rect
  /// The size of the whole world at this level, in pixels.
  let level: PixelSize
  /// The pixels; they may extend beyond the level.
  let area: PixelRect

  /// The transform from the world to the rectangle's pixels, with its top left corner as the
  /// origin.
  ///
  /// In Double, the error after subtracting the origin is at most 0.01 pixels in the largest level.
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

  /// The size of a pixel in units of the world.
  var unitsPerPixel: Double { world.width / Double(level.width) }
}
