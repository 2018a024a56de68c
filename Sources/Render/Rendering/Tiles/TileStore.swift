import Graphics
import Tiles

/// All textures of one context, with their exact sizes counted; used on the drawing thread.
final class TileStore {
  private(set) var pictures: [SourceID: [TileKey: ResidentTile]] = [:]
  private(set) var overlays: [UInt64: OverlayTexture] = [:]
  private let counters: RenderCounters

  /// Creates an empty store.
  init(counters: RenderCounters) { self.counters = counters }

  deinit {
    for (_, tiles) in pictures { forget(tiles.values) }
    for (_, overlay) in overlays { counters.changeTextures(by: -overlay.texture.byteCount) }
  }

  func tiles(of picture: SourceID?) -> [TileKey: ResidentTile] {
    picture.flatMap { pictures[$0] } ?? [:]
  }

  /// True if a tile of a quality would be at least as good as the resident one.
  func wants(_ key: TileKey, _ quality: TileQuality, of picture: SourceID) -> Bool {
    guard let present = pictures[picture]?[key] else { return true }
    return quality.rawValue >= present.quality.rawValue
  }

  /// Adds a tile, or replaces the one of the same key.
  func insert(_ tile: ResidentTile, of picture: SourceID) {
    counters.changeTextures(by: tile.texture.byteCount)
    if let old = pictures[picture, default: [:]].updateValue(tile, forKey: tile.key) {
      counters.changeTextures(by: -old.texture.byteCount)
    }
  }

  /// Evicts all tiles of a picture except the given ones.
  func retain(_ keys: Set<TileKey>, of picture: SourceID) {
    guard let tiles = pictures[picture] else { return }
    let kept = tiles.filter { keys.contains($0.key) }
    guard kept.count < tiles.count else { return }
    forget(tiles.values.filter { !keys.contains($0.key) })
    pictures[picture] = kept.isEmpty ? nil : kept
  }

  func drop(_ picture: SourceID) {
    if let tiles = pictures.removeValue(forKey: picture) { forget(tiles.values) }
  }

  /// Sets or removes a bitmap for overlays and sprites.
  func setOverlay(_ id: UInt64, _ overlay: OverlayTexture?) {
    if let overlay { counters.changeTextures(by: overlay.texture.byteCount) }
    let old = overlays[id]
    overlays[id] = overlay
    if let old { counters.changeTextures(by: -old.texture.byteCount) }
  }

  private func forget(_ tiles: some Sequence<ResidentTile>) {
    for tile in tiles { counters.changeTextures(by: -tile.texture.byteCount) }
  }
}
