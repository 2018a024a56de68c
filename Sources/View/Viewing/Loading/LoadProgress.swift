/// The progress of a pass over a source.
public struct LoadProgress: Hashable, Sendable {
  /// From 0 to 1.
  public var fraction: Double
  /// When the pass was requested, in seconds of the view's clock.
  public var since: Double
}
