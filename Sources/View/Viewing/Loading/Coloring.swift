import Rendering
import Tiles
import Tiling

/// In which of a display's colours tiles are made, and in which the frame is drawn.
///
/// Sources know nothing of generations: names in the view and the renderer have them.
struct Coloring: Hashable {
  /// The generation in which tiles are made; it rises with each display.
  private(set) var made = 0
  private var drawn = 0

  /// Whether the frame is drawn in older colours than tiles are made in.
  var isChanging: Bool { made != drawn }

  /// Other colours count from now on.
  mutating func change() { made += 1 }

  /// Everything that the frame needs is there in the new colours.
  mutating func isDrawnAnew() { drawn = made }

  /// A frame of the source in the colours in which tiles are made.
  func made(_ frame: Int) -> FrameVersion { FrameVersion(frame: frame, generation: made) }

  /// A frame of the source in the colours in which it is drawn.
  func drawn(_ frame: Int) -> FrameVersion { FrameVersion(frame: frame, generation: drawn) }

  /// Whether a tile has the colours in which the frame is drawn.
  func isDrawn(_ key: TileKey) -> Bool { key.version.generation == drawn }

  /// The name in the view of a tile that a source gives.
  func name(_ key: TileKey) -> TileKey { key.inFrame(made(key.frame)) }
}

extension TileKey {
  /// The tile's name in its source.
  var ofSource: TileKey { inFrame(FrameVersion(frame: frame)) }
}

extension TilePlan {
  /// The plan as a source knows its tiles.
  var ofSource: TilePlan {
    func own(_ tiles: [Wanted]) -> [Wanted] {
      tiles.map { Wanted(key: $0.key.ofSource, quality: $0.quality) }
    }
    return TilePlan(
      wanted: own(wanted), prefetched: own(prefetched), kept: Set(kept.map(\.ofSource)))
  }
}

extension TileLoader {
  /// Which frame, in which colours, is drawn.
  var drawnFrame: FrameVersion { coloring.drawn(frame) }

  /// How bright what is drawn is, and how its light is encoded for the display it was made for.
  var drawnLight: PictureLight? {
    guard let info else { return nil }
    guard !coloring.isChanging else {
      return PictureLight(headroom: info.headroom, curves: oldCurves)
    }
    return PictureLight(info)
  }

  /// Its tiles are to be made anew, for another display; those that are there stay until all that
  /// is seen can be drawn in the new colours.
  func recolor() {
    guard let info else { return }
    if !coloring.isChanging { oldCurves = info.displayCurves }
    coloring.change()
    readyFrames = []
  }

  /// The plan for a source that stands still.
  func stillPlan(_ input: PlanInput, _ info: SourceInfo) -> TilePlan {
    let planner = TilePlanner(info: info)
    guard coloring != Coloring() else {
      return planner.plan(input, resident: residency.tiles, access: source.access)
    }
    var plan = planner.plan(
      input, frame: coloring.made(0), resident: residency.tiles, access: source.access)
    finishColoring(&plan)
    if let drawn = input.drawnFrame, drawn != drawnFrame {
      // Until a frame in the new colours is on the screen, it may have to be drawn again as it is.
      plan.kept.formUnion(residency.tiles.keys.filter { $0.version == drawn })
    }
    return plan
  }

  /// Takes over to the new colours where everything that the frame needs is there in them, and else
  /// keeps what it is drawn from.
  func finishColoring(_ plan: inout TilePlan) {
    guard coloring.isChanging else { return }
    if plan.wanted.allSatisfy({ lacking.contains($0.key) }) {
      coloring.isDrawnAnew()
    } else {
      plan.kept.formUnion(residency.tiles.keys.filter(coloring.isDrawn))
    }
  }
}
