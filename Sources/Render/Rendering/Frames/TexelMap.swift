import Geometry
import Tiles

/// The mapping from device pixels to texels of a tile: affine, without skew.
///
/// Texels are counted in the stored tile, overlap included, with edges at whole numbers.
package struct TexelMap: Hashable, Sendable {
  /// The texel at the top left corner of the drawn pixels.
  package var origin: Point
  /// The texel step per device pixel to the right.
  package var stepX: Point
  /// The texel step per device pixel down.
  package var stepY: Point

  /// Creates the mapping for `pixels` of a tile that covers `device` in an orientation.
  ///
  /// If texels map to pixels one to one, all its numbers are whole.
  init(
    pixels: PixelRect, device: Rect, layout: TileLayout, orientation: Orientation, isExact: Bool
  ) {
    let inverse = orientation.inverse
    let area = layout.area
    let overlap = Double(layout.overlap)
    func texel(_ x: Double, _ y: Double) -> Point {
      let unit = inverse.apply(
        Point(x: (x - device.minX) / device.width, y: (y - device.minY) / device.height), width: 1,
        height: 1)
      return Point(
        x: overlap + unit.x * Double(area.width), y: overlap + unit.y * Double(area.height))
    }
    let x = Double(pixels.minX)
    let y = Double(pixels.minY)
    origin = texel(x, y)
    // Across the whole tile: far out, the difference of adjacent pixels is mostly rounding error.
    stepX = (texel(device.maxX, y) - texel(device.minX, y)) * (1 / device.width)
    stepY = (texel(x, device.maxY) - texel(x, device.minY)) * (1 / device.height)
    if isExact {
      origin = Point(x: origin.x.rounded(), y: origin.y.rounded())
      stepX = Point(x: stepX.x.rounded(), y: stepX.y.rounded())
      stepY = Point(x: stepY.x.rounded(), y: stepY.y.rounded())
    }
  }

  /// Creates the mapping that stretches a bitmap over some pixels.
  init(stretching size: PixelSize, over pixels: PixelSize) {
    origin = .zero
    stepX = Point(x: Double(size.width) / Double(pixels.width), y: 0)
    stepY = Point(x: 0, y: Double(size.height) / Double(pixels.height))
  }

  /// Returns the mapping for a part of the pixels that starts further right and down.
  func moved(right: Int, down: Int) -> TexelMap {
    var map = self
    map.origin = origin + stepX * Double(right) + stepY * Double(down)
    return map
  }
}
