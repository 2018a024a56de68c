import DecoderProtocol
import Tiling

/// What tiles take of the window's budget, all pictures and all decoders together.
extension ViewerSession {
  /// How much there is to spend.
  var memoryBudget: MemoryBudget { MemoryBudget(surface: surface, shape: settings.tileShape) }

  /// Bytes of what stays while the view changes: whole pictures, this one and those beside it, and
  /// the arenas of all decoders.
  var bytesBesideView: Int {
    let levels = current?.info?.levels
    let fit = zoom.flatMap { levels?.fitLevel(of: $0.destination) }
    let others = ([pending].compactMap { $0 } + neighbours).filter { $0 !== current }
    return scheduler.arenaBytes + others.reduce(0) { $0 + $1.residency.byteCount() }
      + (current?.residency.byteCount { $0.level == fit } ?? 0)
  }

  /// Whether a picture beside the current one may be opened: what the view has ahead of need gives
  /// way to it, but not what it shows.
  var hasRoomForNeighbour: Bool {
    var shown = 0
    if let view = zoom?.destination, let levels = current?.info?.levels,
      levels.exactLevel(of: view) != levels.fitLevel(of: view)
    {
      shown = view.visibleTiles(of: levels.exactLevel(of: view)).keys.reduce(0) {
        $0 + $1.layout.byteCount
      }
    }
    return memoryBudget.hasRoomForNeighbour(beside: bytesBesideView + shown)
  }

  /// Notes for `--stats` what tiles take now.
  func noteMemory() {
    let arenas = scheduler.arenaBytes
    let pictures = ([current, pending].compactMap { $0 } + neighbours)
    statistics.notice(
      arenas: arenas, tiles: arenas + pictures.reduce(0) { $0 + $1.residency.byteCount() })
  }
}
