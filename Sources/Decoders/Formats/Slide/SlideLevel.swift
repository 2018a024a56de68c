import DecoderProtocol
import Geometry

/// One of the versions that a slide holds.
struct SlideLevel {
  /// Its number in the file.
  let number: Int
  /// Its pixels in the file.
  let stored: PixelSize
  /// The pixels that it is shown with: up to one column and row more.
  ///
  /// Scanners drop what does not fill a pixel at the right and the bottom. With it a version that
  /// is a whole number of times smaller has just the size that a view at that scale asks for.
  let size: PixelSize
  /// The areas in which it is read.
  let cell: PixelSize
  /// How many columns and rows are read beyond an area.
  ///
  /// Where tiles lie anywhere, the next one may begin in the last pixel. Where they lie in a grid
  /// it would be decoded for nothing.
  let spare: Int

  /// The versions of a slide, the largest first, each smaller than the one before.
  ///
  /// Those that are smaller than one of their tiles are left out: libtiff, from 4.4 on, gives
  /// OpenSlide such a tile's rows without the room between them that it looks for.
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
          cell: PixelSize(width: cellEdge(tile?.width), height: cellEdge(tile?.height)),
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

  /// The size of a version's tiles; `nil` where they don't lie in a grid.
  private static func tile(ofLevel number: Int, _ handle: SlideHandle) -> PixelSize? {
    guard
      let width = handle.property("openslide.level[\(number)].tile-width").flatMap({ Int($0) }),
      let height = handle.property("openslide.level[\(number)].tile-height").flatMap({ Int($0) }),
      width > 0, height > 0
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// As many whole tiles as make a piece that is worth a call; a tile that is larger is read in
  /// pieces, for which OpenSlide keeps it.
  private static func cellEdge(_ tile: Int?) -> Int {
    guard let tile, tile <= 1024 else { return 512 }
    return tile * max(1, 256 / tile)
  }
}
