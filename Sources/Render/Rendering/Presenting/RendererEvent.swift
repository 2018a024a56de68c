import Filters

/// An event of a view's renderer.
public enum RendererEvent: Hashable, Sendable {
  /// A frame is on the screen.
  case presented(Presentation)
  /// From now on the renderer's own thread draws the frames.
  case tookOver
  /// Filters can't be drawn, for this reason; everything else is drawn by the software renderer.
  case unfiltered(String)
  /// The filters of a frame have an error; the last good ones stay in use.
  case filtersRefused(FilterError, frame: UInt64)
  /// All textures are lost, including those of overlays; drawing continues once they are provided
  /// again.
  ///
  /// The screen keeps its content until the next frame; a frame shown before its tiles are back
  /// would be blank. The sentence gives the reason.
  case lost(String)
  /// Nothing can be drawn, for this reason.
  case failed(String)
}
