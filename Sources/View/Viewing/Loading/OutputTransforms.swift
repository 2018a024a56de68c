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

  /// True while the frame is drawn in an older generation than new tiles are made in.
  var isChanging: Bool { made != drawn }

  /// Starts a new generation.
  mutating func change() { made += 1 }

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

extension TileLoader {
  /// The version of the frame that is drawn.
  var drawnFrame: FrameVersion { outputTransforms.drawn(frame) }

  /// The brightness of what is drawn, and how its light is encoded for the display it was made for.
  var drawnLight: PictureLight? {
    guard let info else { return nil }
    guard !outputTransforms.isChanging else {
      return PictureLight(headroom: info.headroom, curves: oldCurves)
    }
    return PictureLight(info)
  }

  /// Starts to make all tiles again for another display profile; existing ones stay until
  /// everything visible can be drawn in the new colours.
  func recolor() {
    guard let info else { return }
    if !outputTransforms.isChanging { oldCurves = info.displayCurves }
    outputTransforms.change()
    readyFrames = []
  }

  /// Returns the plan for a still picture.
  func stillPlan(_ input: PlanInput, _ info: SourceInfo) -> TilePlan {
    let planner = TilePlanner(info: info)
    guard outputTransforms != OutputTransforms() else {
      return planner.plan(input, resident: residency.tiles, access: source.access)
    }
    var plan = planner.plan(
      input, frame: outputTransforms.made(0), resident: residency.tiles, access: source.access)
    finishOutputTransform(&plan)
    if let drawn = input.drawnFrame, drawn != drawnFrame {
      // Until a frame in the new colours is on the screen, the old one may have to be drawn again.
      plan.kept.formUnion(residency.tiles.keys.filter { $0.version == drawn })
    }
    return plan
  }

  /// Switches to the new colours if everything that the frame needs is available in them; otherwise
  /// keeps the tiles that are drawn.
  func finishOutputTransform(_ plan: inout TilePlan) {
    guard outputTransforms.isChanging else { return }
    if plan.wanted.allSatisfy({ lacking.contains($0.key) }) {
      outputTransforms.drawInNewest()
    } else {
      plan.kept.formUnion(residency.tiles.keys.filter(outputTransforms.isDrawn))
    }
  }
}
