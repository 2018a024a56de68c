import Filters
import Geometry
import Tiles

/// Draws frames with the processor and hands them to a sink.
final class SoftwarePresenter: Presenter {
  let description = "software"
  let maximumTextureSize = 32767
  let hasUploadThread = false

  private var pictures: [SourceID: CopiedTiles] = [:]
  private var overlays: [UInt64: OverlayBitmap] = [:]
  private let sink: any PixelSink
  private let counters: RenderCounters

  init(sink: any PixelSink, counters: RenderCounters) {
    self.sink = sink
    self.counters = counters
  }

  func add(_ tile: Tile) -> Bool {
    let old = pictures[tile.source]?.tiles[tile.key]
    if let old, old.quality.rawValue > tile.quality.rawValue { return false }
    let bytes = tile.withPixels { [UInt8]($0) }
    counters.addUpload(bytes.count)
    counters.changeTextures(by: bytes.count - (old?.bytes.count ?? 0))
    pictures[tile.source, default: CopiedTiles()].tiles[tile.key] =
      CopiedTiles.Tile(quality: tile.quality, bytes: bytes)
    return true
  }

  func adopt(_ tile: UploadedTile, isWanted: Bool) -> Bool { false }

  func retain(_ keys: Set<TileKey>, of picture: SourceID) {
    guard var tiles = pictures.removeValue(forKey: picture) else { return }
    for (key, tile) in tiles.tiles where !keys.contains(key) {
      counters.changeTextures(by: -tile.bytes.count)
      tiles.tiles[key] = nil
    }
    if !tiles.tiles.isEmpty { pictures[picture] = tiles }
  }

  func drop(_ picture: SourceID) { retain([], of: picture) }

  func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?) { overlays[id] = bitmap }

  func present(_ frame: Frame) throws(PresenterError) -> PixelSize {
    guard let size = sink.currentSize() else {
      throw PresenterError(reason: "the window is gone")
    }
    let isShown = sink.put(size) { surface in
      SoftwareRenderer.drawPictures(
        of: frame, tiles: { $0.flatMap { pictures[$0] } ?? CopiedTiles() }, overlays: overlays,
        on: surface)
    }
    guard isShown else { throw PresenterError(reason: "the window is gone") }
    return size
  }

  func takeFilterProblem() -> FilterError? { nil }

  func capture() -> CapturedPixels? { nil }

  func close() {
    for picture in pictures.keys { drop(picture) }
  }
}
