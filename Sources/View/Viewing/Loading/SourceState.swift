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
