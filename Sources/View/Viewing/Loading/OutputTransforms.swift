import Rendering
import Tiles
import Tiling

/// The generations of output transforms: the one in which tiles are made, and the one that the
/// frame is drawn in.
///
/// Only the view and the renderer use generations; sources don't know them.
struct OutputTransforms: Hashable {
  /// The generation in which tiles are made; each change of the display's profile increments it.
  private(set) var made = 0
  private var drawn = 0
  /// The display curves of the colours that are drawn while a change is under way.
  private var oldCurves: DisplayCurves?

  /// True while the frame is drawn in an older generation than new tiles are made in.
  var isChanging: Bool { made != drawn }

  /// Starts a new generation; the older one's `curves` count until the frame is switched.
  mutating func change(from curves: DisplayCurves?) {
    if !isChanging { oldCurves = curves }
    made += 1
  }

  /// The brightness of what is drawn, and how its light is encoded for the display it was made for.
  func light(of info: SourceInfo) -> PictureLight {
    isChanging ? PictureLight(headroom: info.headroom, curves: oldCurves) : PictureLight(info)
  }

  /// Switches the frame to the newest generation, once everything it needs is available in it.
  mutating func drawInNewest() { drawn = made }

  /// Returns the version of a frame in the generation in which tiles are made.
  func made(_ frame: Int) -> FrameVersion { FrameVersion(frame: frame, generation: made) }

  /// Returns the version of a frame in the generation that is drawn.
  func drawn(_ frame: Int) -> FrameVersion { FrameVersion(frame: frame, generation: drawn) }

  /// True if a tile is of the generation that is drawn.
  func isDrawn(_ key: TileKey) -> Bool { key.version.generation == drawn }

  /// Returns the view's key of a tile that the source delivers.
  func name(_ key: TileKey) -> TileKey { key.inFrame(made(key.frame)) }
}

extension TileKey {
  /// The source's key of the tile.
  var ofSource: TileKey { inFrame(FrameVersion(frame: frame)) }
}

extension TilePlan {
  /// The plan with the source's keys.
  var ofSource: TilePlan {
    func own(_ tiles: [Wanted]) -> [Wanted] {
      tiles.map { Wanted(key: $0.key.ofSource, quality: $0.quality) }
    }
    return TilePlan(
      wanted: own(wanted), prefetched: own(prefetched), kept: Set(kept.map(\.ofSource)))
  }
}
