import Tiles

/// Which tiles are only partly seen yet.
///
/// A value without a clock: times are passed in.
struct TileFades {
  /// How long a tile takes to come, in seconds; 0 is at once.
  let duration: Double
  private var starts: [TileKey: Double] = [:]

  /// Nothing fades.
  init(duration: Double) { self.duration = duration }

  /// Whether nothing fades.
  var isEmpty: Bool { starts.isEmpty }

  /// Lets a tile come in, from now on.
  mutating func begin(_ key: TileKey, at now: Double) {
    if duration > 0 { starts[key] = now }
  }

  /// How much of each tile is seen at a moment, leaving out those that are there.
  mutating func shares(at now: Double) -> [TileKey: Double] {
    guard !starts.isEmpty else { return [:] }
    let duration = duration
    // Times may come out of order by a message's age; none is ever negative.
    let shares = starts.mapValues { max(0, now - $0) / duration }.filter { $1 < 1 }
    starts = starts.filter { shares[$0.key] != nil }
    return shares
  }

  /// Shows everything wholly.
  mutating func end() { starts.removeAll() }
}
