import Geometry
import Tiles

/// A source that is drawn above the one that a view shows.
public struct ViewLayer: Hashable, Sendable {
  /// The source, which was added to the view as a layer.
  ///
  /// If two layers have the same source, the lower one is used.
  public var source: SourceID
  /// The layer's place, in units of the shown source.
  public var place: LayerPlace
  /// The layer's opacity, from 0 to 1.
  public var opacity: Double
  /// True if it is drawn; a hidden layer requests no tiles.
  public var isVisible: Bool
  /// True if the view's filters apply to it, as to a picture of its own and in its own units.
  public var isFiltered: Bool

  /// Creates a layer; by default it is opaque, visible and not filtered.
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

  /// True if any of its pixels could be visible.
  var shows: Bool { isVisible && opacity > 0 }
}
