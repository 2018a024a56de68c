import Tiles

/// The tiles that are fading in.
///
/// A value without a clock: times are seconds that are passed in.
struct TileFades {
  /// The duration of a fade in seconds; 0 shows tiles at once.
  let duration: Double
  private var starts: [TileKey: Double] = [:]

  /// Creates an empty set of fades.
  init(duration: Double) { self.duration = duration }

  var isEmpty: Bool { starts.isEmpty }

  mutating func begin(_ key: TileKey, at now: Double) {
    if duration > 0 { starts[key] = now }
  }

  /// Returns the opacity of each tile that is still fading in.
  mutating func shares(at now: Double) -> [TileKey: Double] {
    guard !starts.isEmpty else { return [:] }
    let duration = duration
    // A message's age can put times out of order; an opacity is never negative.
    let shares = starts.mapValues { max(0, now - $0) / duration }.filter { $1 < 1 }
    starts = starts.filter { shares[$0.key] != nil }
    return shares
  }

  /// Ends all fades; every tile becomes fully opaque.
  mutating func end() { starts.removeAll() }
}
