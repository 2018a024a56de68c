import DecoderProtocol
import Geometry
import Platform
import Resampling
import Tiles

/// The tiles of a pass that one thread makes: adjacent tile columns.
///
/// On a large screen reducing takes as long as decoding, or longer if decoding uses several
/// threads. Each pixel depends on the picture alone, so tiles do not depend on which thread makes
/// them.
struct ReducingLane {
  /// The reducers, one for each level.
  let reducers: [TileReducer]
  /// The request ids of the tiles.
  let ids: Set<UInt32>

  /// More threads than this would wait for the decoder.
  private static let most = 4
  /// With fewer source pixels than this in a lane, its thread costs more than it saves.
  private static let fewPixels = 1_000_000

  /// The number of lanes worth starting for a pass over this many pixels.
  ///
  /// At most half of the cores: the others decode, draw, and serve the screen.
  static func count(pixels: @autoclosure () -> Int, processors: Int = Processors.count) -> Int {
    let most = min(processors / 2, most)
    return most > 1 ? max(1, min(most, pixels() / fewPixels)) : 1
  }

  /// Divides the targets of a pass's levels among lanes, by their columns in the stored picture.
  ///
  /// There are at most `count` lanes, by default as many as are worth it; none is empty.
  static func lanes(
    _ levels: [(level: Level, targets: [TileReducer.Target])], count: Int? = nil,
    source: PixelSize, orientation: Orientation, color: ColorPipeline
  ) -> [ReducingLane] {
    func pixels(_ targets: [TileReducer.Target]) -> Int {
      let area = TileReducer.sourceArea(
        of: targets.lazy.map(\.key), source: source, orientation: orientation)
      return area.width * area.height
    }
    let count = count ?? Self.count(pixels: levels.map { pixels($0.targets) }.max() ?? 0)
    let bands = levels.map { level, targets in
      (level: level, bands: share(targets, among: count, source, orientation))
    }
    return (0..<count).compactMap { lane in
      let own = bands.filter { !$0.bands[lane].isEmpty }
      guard !own.isEmpty else { return nil }
      return ReducingLane(
        reducers: own.map {
          TileReducer(
            source: source, orientation: orientation, level: $0.level, targets: $0.bands[lane],
            color: color)
        },
        ids: Set(own.flatMap { $0.bands[lane].map(\.id) }))
    }
  }

  private static func share(
    _ targets: [TileReducer.Target], among count: Int, _ source: PixelSize,
    _ orientation: Orientation
  ) -> [[TileReducer.Target]] {
    guard count > 1 else { return [targets] }
    let columns = Dictionary(grouping: targets) {
      TileReducer.sourceArea(of: $0.key, source: source, orientation: orientation).minX
    }.sorted { $0.key < $1.key }
    var bands = [[TileReducer.Target]](repeating: [], count: count)
    for (index, column) in columns.enumerated() {
      bands[index * count / columns.count] += column.value
    }
    return bands
  }
}
