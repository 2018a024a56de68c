import Geometry
import Tiles

/// Makes one tile of a level from encoded pixels in memory: a picture, or the area that the tile
/// needs.
///
/// Pixels are RGBA8, premultiplied, before and after; they are reduced in linear light as in
/// `TileReducer`, so separately made tiles join without a seam. It holds no pixels and may run on
/// any thread; the cost is some nanoseconds per pixel read.
package struct TileReduction: Sendable {
  /// The tile.
  package let key: TileKey
  /// The size of the picture that it is made from.
  package let source: PixelSize
  /// True if the fourth byte of a pixel is alpha; otherwise it is ignored and becomes 255.
  package let hasAlpha: Bool
  /// The picture's pixels that it reads, including the filter's reach.
  package let area: PixelRect

  /// A tile inside its level, of a picture of a size.
  package init(of key: TileKey, from source: PixelSize, hasAlpha: Bool) {
    self.key = key
    self.source = source
    self.hasAlpha = hasAlpha
    let outer = key.area.grown(by: key.level.shape.overlap)
      .intersection(PixelRect(key.level.size))
    let columns = Self.samples(
      outer.minX..<outer.maxX, source: source.width, level: key.level.size.width)
    let rows = Self.samples(
      outer.minY..<outer.maxY, source: source.height, level: key.level.size.height)
    area = PixelRect(
      minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound,
      maxY: rows.upperBound)
  }

  private static func samples(_ pixels: Range<Int>, source: Int, level: Int) -> Range<Int> {
    let axis = AxisReduction(source: source, level: level)
    return axis.samples(axis.taps(pixels))
  }

  /// Makes the tile.
  ///
  /// The pixels are those of `part`, which contains `area`, in rows `stride` bytes apart. `target`
  /// has room for `key.layout.byteCount` bytes.
  package func run(
    _ pixels: UnsafeRawBufferPointer, stride: Int, part: PixelRect,
    into target: UnsafeMutableRawPointer
  ) {
    precondition(
      part.intersection(area) == area && !area.isEmpty, "the part contains all needed pixels")
    precondition((part.height - 1) * stride + part.width * 4 <= pixels.count, "rows are in memory")
    let reducer = TileReducer(
      source: source, orientation: .identity, level: key.level,
      targets: [.init(id: 0, key: key, base: target)], color: .finished(hasAlpha: hasAlpha))
    let first = (area.minY - part.minY) * stride + (area.minX - part.minX) * 4
    reducer.setFedColumns(area.minX..<area.maxX)
    _ = reducer.consume(
      rows: UnsafeRawBufferPointer(rebasing: pixels[first...]), stride: stride,
      firstRow: area.minY, count: area.height)
    precondition(reducer.isFinished, "a tile is complete once its rows have gone by")
  }
}
