import DecoderProtocol
import Geometry
import Resampling
import Tiles

/// What has been set aside of one picture: versions of it that any tile can be cut from at once.
final class PictureStore {
  let layout: StoreLayout
  let file: ScratchFile
  let index: StoreIndex
  let codec: StoreCodec
  /// The way of what is set aside to the display.
  let color: ColorPipeline
  private let orientation: Orientation

  /// An empty store for a picture, in a file.
  init(of header: PictureHeader, color: ColorPipeline, file: ScratchFile) {
    let layout = StoreLayout(picture: header.size, hasAlpha: header.hasAlpha)
    self.layout = layout
    self.file = file
    index = StoreIndex(layout)
    codec = StoreCodec(of: header, layout: layout, file: file, index: index)
    self.color = color.fromStored(hasAlpha: header.hasAlpha)
    orientation = header.orientation
  }

  /// The version that tiles of a level are cut from: the smallest of at least twice its size, so
  /// that the last step is the resampler's own; the largest that there is where none is.
  func version(for level: Level) -> Int {
    let stored = orientation.inverse.applied(to: level.size)
    let large = layout.levels.indices.last { number in
      layout.levels[number].isAtLeastTwice(stored)
    }
    return max(large ?? 0, index.firstKept)
  }

  /// Whether tiles of a level can be cut once the rows are in the file: false where it is larger
  /// than every version that there was room for.
  func canHold(_ level: Level) -> Bool {
    let number = version(for: level)
    guard layout.levels.indices.contains(number) else { return false }
    let stored = orientation.inverse.applied(to: level.size)
    return stored.width <= layout.levels[number].width
      && stored.height <= layout.levels[number].height
  }

  /// Whether a tile can be cut now, from a version that is not smaller than its level.
  func holds(_ key: TileKey) -> Bool {
    guard canHold(key.level) else { return false }
    let number = version(for: key.level)
    let rows = TileReducer.sourceRows(
      of: key, source: layout.levels[number], orientation: orientation)
    return index.completeRows(number) >= rows.upperBound
  }
}
