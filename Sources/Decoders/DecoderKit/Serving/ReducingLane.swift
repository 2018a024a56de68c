import DecoderProtocol
import Geometry
import Platform
import Resampling
import Tiles

/// Tiles of a pass that one thread makes of its rows: columns of tiles next to each other.
///
/// On a screen of many pixels reducing takes as long as decoding, and longer where several threads
/// decode. A pixel depends on the picture alone, so tiles come out the same whoever makes them.
struct ReducingLane {
  /// What makes them, one for each level.
  let reducers: [TileReducer]
  /// What they are called.
  let ids: Set<UInt32>

  /// More threads than these would wait for who decodes.
  private static let most = 4
  /// With fewer pixels of the source than this in a lane its thread costs more than it saves.
  private static let fewPixels = 1_000_000

  /// How many lanes a pass over so many pixels is worth.
  ///
  /// Half of the processors: the others decode, draw, and serve the screen.
  static func count(pixels: @autoclosure () -> Int, processors: Int = Processors.count) -> Int {
    let most = min(processors / 2, most)
    return most > 1 ? max(1, min(most, pixels() / fewPixels)) : 1
  }

  /// Shares the targets of a pass's levels out, by their columns in the stored picture.
  ///
  /// There are at most `count` lanes, by default as many as are worth it; none of them is empty.
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
