import Geometry
import Resampling
import Tiles

/// The cached levels of one picture, from which any tile can be cut immediately.
final class PictureStore {
  let layout: StoreLayout
  let file: StripFile
  let index: StoreIndex
  let codec: StoreCodec
  /// The conversion from cached pixels to the display.
  let color: ColorPipeline
  private let orientation: Orientation

  /// An empty store for a picture, in a file.
  init(of header: PictureHeader, color: ColorPipeline, file: StripFile) {
    let pixels = StoredPixels(color, hasAlpha: header.hasAlpha)
    let layout = StoreLayout(picture: header.size, pixels: pixels)
    self.layout = layout
    self.file = file
    index = StoreIndex(layout)
    codec = StoreCodec(of: header, layout: layout, file: file, index: index)
    self.color = color.fromStored(pixels)
    orientation = header.orientation
  }

  /// A writer that cuts the picture's rows into levels for a packer; `color` converts the
  /// picture's samples to the display.
  func writer(_ color: ColorPipeline, packer: StorePacker) -> any StoreWriter {
    switch layout.pixels {
    case .codes: CodeWriter(layout, packer: packer, color: color)
    case .light: LightWriter(layout, packer: packer, color: color)
    }
  }

  /// The stored level to cut a level's tiles from: the smallest of at least twice its size, so that
  /// the resampler does the last step; else the largest.
  func storedLevel(for level: Level) -> Int {
    let stored = orientation.inverse.applied(to: level.size)
    let large = layout.levels.lastIndex { $0.isAtLeast(2, times: stored) }
    return max(large ?? 0, index.firstKept)
  }

  /// True if a level's tiles can be cut once the rows are in the file; false if it is larger than
  /// every level that had space.
  func canHold(_ level: Level) -> Bool {
    let number = storedLevel(for: level)
    guard layout.levels.indices.contains(number) else { return false }
    let stored = orientation.inverse.applied(to: level.size)
    return stored.width <= layout.levels[number].width
      && stored.height <= layout.levels[number].height
  }

  /// True if a tile can be cut now, from a stored level that is not smaller than its own.
  func holds(_ key: TileKey) -> Bool {
    guard canHold(key.level) else { return false }
    let number = storedLevel(for: key.level)
    let area = TileReducer.sourceArea(
      of: key, source: layout.levels[number], orientation: orientation)
    return index.completeRows(number) >= area.maxY
  }
}
