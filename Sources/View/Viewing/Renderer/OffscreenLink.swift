import Geometry
import Platform
import Rendering
import Tiles

/// Draws a view's frames without a window, on the view's own thread: whoever wants pixels asks for
/// them.
package final class OffscreenLink: FrameRenderer {
  private let renderer: OffscreenRenderer
  private var reports: [RenderReport] = []
  private var lastRetain: UInt64 = 0

  /// A link to a renderer that the caller has made.
  package init(_ renderer: OffscreenRenderer) { self.renderer = renderer }

  /// Whether filters can be drawn.
  package var drawsFilters: Bool { renderer.fallbackReason == nil }

  /// Whether a frame would be taken now.
  package let takesFrames = true

  /// When to take reports though nothing is ready.
  package var deadline: Double? { reports.isEmpty ? nil : 0 }

  /// What drawing has cost so far.
  package var statistics: RenderStatistics { renderer.statistics }

  /// Takes a tile over; reports say when it is drawn from, and when it goes back.
  package func upload(_ tile: Tile) {
    do throws(OffscreenError) {
      try renderer.upload(tile)
      reports.append(.resident(tile, after: lastRetain))
    } catch {
      reports.append(.told(.failed(error.reason)))
    }
    reports.append(.released(tile))
  }

  /// Drops every tile of a source but those that are named; the number that later reports count by.
  package func retain(_ keys: Set<TileKey>, of source: SourceID) -> UInt64 {
    lastRetain += 1
    renderer.retain(keys, of: source)
    return lastRetain
  }

  /// Drops every tile of a source.
  package func drop(_ source: SourceID) { renderer.retain([], of: source) }

  /// Sets the bitmap with an ID for overlays and sprites; `nil` removes it.
  package func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) {
    do throws(OffscreenError) { try renderer.setOverlay(id, bitmap: bitmap) } catch {
      reports.append(.told(.failed(error.reason)))
    }
  }

  /// Shows a frame as soon as it can; whether it was taken.
  package func show(_ frame: Frame, isComplete: Bool) -> Bool { true }

  /// Draws some of a frame's pixels: premultiplied RGBA, rows without padding, top row first.
  package func render(_ frame: Frame, band: PixelRect) throws(OffscreenError) -> [UInt8] {
    try renderer.render(frame, band: band)
  }

  /// Adds everything that it waits for.
  package func addDescriptors(to pollSet: inout PollSet) {}

  /// What has happened since the last call.
  package func takeReports(at now: Double) -> [RenderReport] {
    defer { reports.removeAll() }
    return reports
  }

  /// Gives everything back and ends.
  package func stop() {}
}
