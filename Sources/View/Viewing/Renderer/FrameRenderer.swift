import Platform
import Rendering
import Tiles

/// Draws a view's frames, in a window or without one.
///
/// It lives on the view's thread and never blocks it.
package protocol FrameRenderer: AnyObject {
  /// Uploads a tile; reports say when it is resident and when its memory may return to its source.
  func upload(_ tile: Tile)

  /// Evicts every tile of a source except `keys`; returns the eviction's number for later reports.
  func retain(_ keys: Set<TileKey>, of source: SourceID) -> UInt64

  /// Drops every tile of a source.
  func drop(_ source: SourceID)

  /// Sets the bitmap of overlays with an ID; `nil` removes it.
  func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?)

  /// Shows a frame as soon as possible, dropping older pending ones; returns false if it was not
  /// accepted.
  ///
  /// `isComplete` is true if the frame's picture has all its tiles.
  func show(_ frame: Frame, isComplete: Bool) -> Bool

  /// Shows the part of a frame above `row` of the surface, just before the whole frame.
  ///
  /// It has an effect only while the first picture is painted in software. The frame's number is
  /// ignored.
  func showAhead(_ frame: Frame, above row: Int)

  /// True if a frame would be accepted now.
  var takesFrames: Bool { get }

  /// True if filters can be drawn.
  var drawsFilters: Bool { get }

  /// Adds the descriptors that it waits for.
  func addDescriptors(to pollSet: inout PollSet)

  /// When to call `takeReports(at:)` even if no descriptor is ready; `nil` if there is no deadline.
  var deadline: Double? { get }

  /// Returns the reports since the last call.
  func takeReports(at now: Double) -> [RenderReport]

  /// The cost of drawing so far.
  var statistics: RenderStatistics { get }

  /// Releases all resources and ends.
  func stop()
}

extension FrameRenderer {
  package func showAhead(_ frame: Frame, above row: Int) {}
}
