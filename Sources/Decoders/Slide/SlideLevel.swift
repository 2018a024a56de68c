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

  /// The versions of a slide, the largest first, each smaller than the one before.
  static func all(of handle: SlideHandle) throws(CodecError) -> [SlideLevel] {
    var levels: [SlideLevel] = []
    for number in 0..<handle.levelCount {
      let stored = handle.size(ofLevel: number)
      guard !stored.isEmpty else { continue }
      let whole = levels.first?.stored ?? stored
      if let last = levels.last?.size, stored.width >= last.width || stored.height >= last.height {
        continue
      }
      levels.append(
        SlideLevel(
          number: number, stored: stored, size: shownSize(stored, of: whole),
          cell: PixelSize(
            width: cellEdge(handle.property("openslide.level[\(number)].tile-width")),
            height: cellEdge(handle.property("openslide.level[\(number)].tile-height")))))
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

  /// As many whole tiles as make a piece that is worth a call; a tile that is larger is read in
  /// pieces, for which OpenSlide keeps it.
  private static func cellEdge(_ tile: String?) -> Int {
    guard let tile = tile.flatMap({ Int($0) }), tile > 0, tile <= 1024 else { return 512 }
    return tile * max(1, 256 / tile)
  }
}
