import Rendering
import Tiles
import Tiling

/// What a view tells its delegate, each thing once.
public enum ViewEvent: Sendable {
  /// A source has told something; of its tiles only those that fail.
  case source(SourceID, SourceEvent)
  /// Every pixel of the view that a source is asked for can be drawn.
  case covered(SourceID)
  /// Whoever draws the view has told something.
  case renderer(RendererEvent)
  /// A zoom has begun, has changed where it leads, or has come to rest.
  case zoom(ZoomPhase)
  /// All tiles of a view at rest are on the screen.
  case settled
  /// No text can be drawn, told once, in a sentence for the user: clusters stay without counts, and
  /// no callout comes up. Everything else goes on.
  case textless(String)
}

/// Where a zoom is.
public enum ZoomPhase: Hashable, Sendable {
  /// The scale begins to change.
  case began
  /// It leads to another scale than before, in device pixels per unit.
  case changed(to: Double)
  /// It has come to rest.
  case ended
}
