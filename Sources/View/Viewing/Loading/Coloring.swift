import Rendering
import Tiles
import Tiling

/// In which of a display's colours tiles are made, and in which the frame is drawn.
///
/// Colours that follow each other are told apart as frames are: a tile in the new ones has another
/// name in the view and the renderer than the old one in its place, so that nothing is ever drawn
/// from both. Sources know nothing of it: they make each tile for the display that they were told
/// of last.
struct Coloring: Hashable {
  /// Frames that names leave room for.
  private static let room = 1 << 20

  /// Rises with each display.
  private var made = 0
  private var drawn = 0

  /// Whether the frame is drawn in older colours than tiles are made in.
  var isChanging: Bool { made != drawn }

  /// Other colours count from now on.
  mutating func change() { made += 1 }

  /// Everything that the frame needs is there in the new colours.
  mutating func isDrawnAnew() { drawn = made }

  /// A frame of the source in the colours in which tiles are made.
  func made(_ frame: Int) -> Int { made * Self.room + frame }

  /// A frame of the source in the colours in which it is drawn.
  func drawn(_ frame: Int) -> Int { drawn * Self.room + frame }

  /// Whether a tile has the colours in which the frame is drawn.
  func isDrawn(_ key: TileKey) -> Bool { key.frame / Self.room == drawn }

  /// The frame of the source that a tile shows.
  static func frame(of key: TileKey) -> Int { key.frame % room }

  /// The name in the view of a tile that a source gives.
  func name(_ key: TileKey) -> TileKey { made == 0 ? key : key.inFrame(made(key.frame)) }

  /// A tile as the source knows it.
  static func asSourceNames(_ tile: Tile) -> Tile {
    tile.key.frame < room ? tile : tile.inFrame(frame(of: tile.key))
  }

  /// A plan as the source knows its tiles.
  func asSourcesName(_ plan: TilePlan) -> TilePlan {
    guard made > 0 else { return plan }
    func own(_ tiles: [TilePlan.Wanted]) -> [TilePlan.Wanted] {
      tiles.map { .init(key: $0.key.inFrame(Self.frame(of: $0.key)), quality: $0.quality) }
    }
    return TilePlan(
      wanted: own(plan.wanted), prefetched: own(plan.prefetched),
      kept: Set(plan.kept.map { $0.inFrame(Self.frame(of: $0)) }))
  }
}

extension TileLoader {
  /// Which frame, in which colours, is drawn.
  var drawnFrame: Int { coloring.drawn(frame) }

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
      plan.kept.formUnion(residency.tiles.keys.filter { $0.frame == drawn })
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
