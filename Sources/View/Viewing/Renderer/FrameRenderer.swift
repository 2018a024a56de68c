import Geometry
import Platform
import Rendering
import Tiles

/// Draws a view's frames, in a window or without one; it lives on the view's thread and never
/// waits.
package protocol FrameRenderer: AnyObject {
  /// Takes a tile over; a report says when it is drawn from and when it may go back to its source.
  func upload(_ tile: Tile)

  /// Drops every tile of a source but those that are named; the number that later reports count by.
  func retain(_ keys: Set<TileKey>, of source: SourceID) -> UInt64

  /// Drops every tile of a source.
  func drop(_ source: SourceID)

  /// Sets the bitmap that overlays of a number show; `nil` removes it.
  func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?)

  /// Shows a frame as soon as it can; of several that wait, only the newest. Whether it was taken.
  ///
  /// A frame is complete when its picture lacks no tile.
  func show(_ frame: Frame, isComplete: Bool) -> Bool

  /// Shows the rows of a frame above one of the surface's, which is to be shown whole very soon;
  /// only where that is painted, and nothing has been shown yet. Its number does not count.
  func showAhead(_ frame: Frame, above row: Int)

  /// Whether a frame would be taken now.
  var takesFrames: Bool { get }

  /// Whether filters can be drawn.
  var drawsFilters: Bool { get }

  /// Adds the descriptors that it waits for.
  func addDescriptors(to pollSet: inout PollSet)

  /// When to call `takeReports(at:)` though nothing is ready; `nil` while nothing is due.
  var deadline: Double? { get }

  /// What has happened since the last call.
  func takeReports(at now: Double) -> [RenderReport]

  /// What drawing has cost so far.
  var statistics: RenderStatistics { get }

  /// Gives everything back and ends.
  func stop()
}

extension FrameRenderer {
  package func showAhead(_ frame: Frame, above row: Int) {}
}
