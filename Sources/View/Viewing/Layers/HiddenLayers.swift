import Tiles

/// Tracks how long layers have been hidden; after a while they give up their tiles.
///
/// A value without a clock: times are seconds that are passed in.
struct HiddenLayers {
  /// How long a hidden layer keeps its tiles, in seconds: a user who hides a layer to compare soon
  /// shows it again.
  static let hiddenDuration = 5.0

  private var starts: [SourceID: Double] = [:]

  /// True if no layer is hidden.
  var isEmpty: Bool { starts.isEmpty }

  /// Notes that a layer is hidden; returns true while it keeps its tiles.
  mutating func note(_ id: SourceID, at now: Double) -> Bool {
    let start = starts[id] ?? now
    starts[id] = start
    return now < start + Self.hiddenDuration
  }

  /// Notes that a layer is visible or removed.
  mutating func end(_ id: SourceID) { starts[id] = nil }

  /// When the next layer gives up its tiles; `nil` if no hidden layer has any.
  func deadline(hasTiles: (SourceID) -> Bool) -> Double? {
    starts.filter { hasTiles($0.key) }.values.min().map { $0 + Self.hiddenDuration }
  }
}
