import DecoderProtocol
import Geometry

struct SlideLevel {
  let number: Int
  /// The level's size in the file.
  let stored: PixelSize
  /// The size that is shown: up to one column and row more.
  ///
  /// Scanners drop incomplete pixels at the right and bottom. With these, a level reduced by an
  /// integer has exactly the size that a view at that scale needs.
  let size: PixelSize
  /// The size of the areas that are read.
  let tileSize: PixelSize
  /// The extra columns and rows to read beyond an area.
  ///
  /// If tiles are not in a grid, the next one may start in the last pixel. In a grid it starts
  /// after that, and need not be decoded.
  let spare: Int

  /// A slide's levels, largest first, each smaller than the one before.
  ///
  /// Levels smaller than one of their tiles are left out: from 4.4 on libtiff returns such a tile's
  /// rows without the padding that OpenSlide expects.
  static func all(of handle: SlideHandle) throws(CodecError) -> [SlideLevel] {
    var levels: [SlideLevel] = []
    for number in 0..<handle.levelCount {
      let stored = handle.size(ofLevel: number)
      guard !stored.isEmpty else { continue }
      let whole = levels.first?.stored ?? stored
      let tile = tile(ofLevel: number, handle)
      if let last = levels.last?.size {
        guard stored.width < last.width, stored.height < last.height else { continue }
        guard stored.width >= tile?.width ?? 0, stored.height >= tile?.height ?? 0 else { continue }
      }
      levels.append(
        SlideLevel(
          number: number, stored: stored, size: shownSize(stored, of: whole),
          tileSize: PixelSize(width: tileEdge(tile?.width), height: tileEdge(tile?.height)),
          spare: tile == nil ? 1 : 0))
    }
    guard !levels.isEmpty else {
      throw CodecError(.corrupt, "the slide is damaged (it has no pixels)")
    }
    return levels
  }

  private static func shownSize(_ stored: PixelSize, of whole: PixelSize) -> PixelSize {
    let step = max(1, (Double(whole.width) / Double(stored.width)).rounded())
    let full = PixelSize(
      width: dividedRoundingUp(whole.width, by: Int(step)),
      height: dividedRoundingUp(whole.height, by: Int(step)))
    let isNear =
      (0...1).contains(full.width - stored.width) && (0...1).contains(full.height - stored.height)
    return isNear ? full : stored
  }

  /// The size of a level's tiles; `nil` if they are not in a grid.
  private static func tile(ofLevel number: Int, _ handle: SlideHandle) -> PixelSize? {
    guard
      let width = handle.property("openslide.level[\(number)].tile-width").flatMap({ Int($0) }),
      let height = handle.property("openslide.level[\(number)].tile-height").flatMap({ Int($0) }),
      width > 0, height > 0
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The edge of the areas to read: enough whole tiles to make a call worthwhile.
  ///
  /// A tile of more than 1024 pixels is read in parts, while OpenSlide caches it.
  private static func tileEdge(_ tile: Int?) -> Int {
    guard let tile, tile <= 1024 else { return 512 }
    return tile * max(1, 256 / tile)
  }
}
