import Tiles

/// Since when layers have not been seen: one that is not for long gives its tiles up.
///
/// A value without a clock: times are passed in.
struct LayerRest {
  /// How long the tiles of a layer that is not seen are kept, in seconds: who switches one off to
  /// compare switches it on again at once.
  static let patience = 5.0

  private var starts: [SourceID: Double] = [:]

  /// Whether every layer is seen.
  var isEmpty: Bool { starts.isEmpty }

  /// Notes that a layer is not seen; whether its tiles are still kept.
  mutating func note(_ id: SourceID, at now: Double) -> Bool {
    let start = starts[id] ?? now
    starts[id] = start
    return now < start + Self.patience
  }

  /// Notes that a layer is seen, or is no more.
  mutating func end(_ id: SourceID) { starts[id] = nil }

  /// When the next layer gives its tiles up; `nil` where none has any to give.
  func deadline(hasTiles: (SourceID) -> Bool) -> Double? {
    starts.filter { hasTiles($0.key) }.values.min().map { $0 + Self.patience }
  }
}
