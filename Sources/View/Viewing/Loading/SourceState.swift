import Tiles

/// The state of a source, as a view knows it.
package struct SourceState: Hashable, Sendable {
  /// The description; `nil` until it has opened.
  package var info: SourceInfo?
  /// True once every pixel of its first view could be drawn.
  package var isDrawable: Bool
  /// True while no tile of its view is missing.
  package var isComplete: Bool
  /// Why the source failed.
  package var failure: String?

  /// Creates a state.
  package init(
    info: SourceInfo? = nil, isDrawable: Bool = false, isComplete: Bool = false,
    failure: String? = nil
  ) {
    self.info = info
    self.isDrawable = isDrawable
    self.isComplete = isComplete
    self.failure = failure
  }
}

/// The role of a source in a view.
package enum SourceRole: Hashable, Sendable {
  /// The view shows the source.
  case shown
  /// The source is shown as soon as every pixel of its first view can be drawn.
  case pending
  /// The source is a neighbour of the shown one; only its fit view is kept.
  case near
  /// The source slides out, and keeps the tiles that it is drawn from until then.
  case leaving
  /// The source is drawn above the shown one if `TiledView.layers` names it; otherwise it requests
  /// nothing.
  case layer
}

/// The progress of a pass over a source.
public struct LoadProgress: Hashable, Sendable {
  /// From 0 to 1.
  public var fraction: Double
  /// When the pass was requested, in seconds of the view's clock.
  public var since: Double
}
