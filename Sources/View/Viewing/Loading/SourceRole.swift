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
