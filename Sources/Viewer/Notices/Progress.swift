/// How far something is, and since when somebody waits for it.
struct Progress: Hashable, Sendable {
  /// The part that is done, from 0 to 1.
  var fraction: Double
  /// When it began, in seconds of the viewer's clock.
  var since: Double
}
