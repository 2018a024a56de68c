import Geometry
import Tiles

/// An event of a source, for the thread that it lives on.
public enum SourceEvent: Sendable {
  /// The source knows its properties; sent once.
  case opened(SourceInfo)
  /// The source's description has changed: another extent, more frames, or another brightness.
  case changed(SourceInfo)
  /// A tile that the newest plan wants; return it with `TileSource.release(_:now:)`.
  case tile(Tile)
  /// A tile failed, for the reason in the sentence. It is requested again only by a plan that wants
  /// it anew.
  case tileFailed(TileKey, String)
  /// A wanted tile does not exist, which is not an error: coarser tiles stay, or nothing is drawn.
  /// It is requested again only by a plan that wants it anew.
  case tileMissing(TileKey)
  /// Tiles that touch an area of the extent are out of date; they stay until new ones arrive.
  ///
  /// The change may reach `pixels` pixels of each tile's own level beyond the area.
  case invalidated(Rect, pixels: Double = 0)
  /// The progress of the current pass, 0 to 1.
  case progress(Double)
  /// Part of the picture is missing; the sentence says why and is safe to display.
  case incomplete(String)
  /// The disk has no room for the cache, so zooming in is slower; sent once per start of a decoder.
  case noRoom
  /// The display's ICC profile is invalid; sRGB is used.
  case profileRefused
  /// The source failed, for the reason in the sentence; no event follows.
  case failed(String)
  /// Everything that the newest plan wants has been delivered.
  case idle
}
