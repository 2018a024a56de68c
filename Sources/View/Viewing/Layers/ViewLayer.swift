import Geometry
import Tiles

/// A source that lies over what a view shows, and how.
public struct ViewLayer: Hashable, Sendable {
  /// The source, which was added to the view as `SourceRole.layer`.
  ///
  /// Of two layers of one source the lower one counts.
  public var source: SourceID
  /// Where it lies, in units of what is shown.
  public var place: LayerPlace
  /// How much of it is seen over what is below, from 0 to 1.
  public var opacity: Double
  /// Whether it is seen at all; one that is not asks for no tiles.
  public var isVisible: Bool
  /// Whether the view's filters act on it; they see it as a picture of its own, in its own units.
  public var isFiltered: Bool

  /// A layer, seen wholly and without filters unless it is said.
  public init(
    _ source: SourceID, at place: LayerPlace = LayerPlace(), opacity: Double = 1,
    isVisible: Bool = true, isFiltered: Bool = false
  ) {
    self.source = source
    self.place = place
    self.opacity = opacity
    self.isVisible = isVisible
    self.isFiltered = isFiltered
  }

  /// Whether any of its pixels could be seen.
  var shows: Bool { isVisible && opacity > 0 }
}
