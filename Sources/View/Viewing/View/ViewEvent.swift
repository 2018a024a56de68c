import Rendering
import Tiles
import Tiling

/// An event of a view, sent to its delegate once.
public enum ViewEvent: Sendable {
  /// An event of a source; of the tile events, only failures.
  case source(SourceID, SourceEvent)
  /// Every pixel of the view that was requested from a source can be drawn.
  case covered(SourceID)
  /// An event of the renderer.
  case renderer(RendererEvent)
  /// A zoom has begun, has changed its destination, or has ended.
  case zoom(ZoomPhase)
  /// All tiles of a view at rest are on the screen.
  case settled
  /// No text can be drawn, for the reason in the sentence: clusters have no counts, and callouts
  /// don't appear. Everything else works. Sent once.
  case textless(String)
}

/// A phase of a zoom.
public enum ZoomPhase: Hashable, Sendable {
  /// The scale begins to change.
  case began
  /// The destination is another scale, in device pixels per unit.
  case changed(to: Double)
  /// The view has come to rest.
  case ended
}
