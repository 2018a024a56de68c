import Geometry
import Platform
import Rendering
import Tiles

/// Draws a view's frames without a window, on the view's own thread, when pixels are requested.
package final class OffscreenLink: FrameRenderer {
  private let renderer: OffscreenRenderer
  private var reports: [RenderReport] = []
  private var lastRetain: UInt64 = 0

  /// Creates a link to a renderer that the caller has created.
  package init(_ renderer: OffscreenRenderer) { self.renderer = renderer }

  /// True if filters can be drawn.
  package var drawsFilters: Bool { renderer.fallbackReason == nil }

  /// True: every frame is accepted.
  package let takesFrames = true

  /// When to take reports even if no descriptor is ready.
  package var deadline: Double? { reports.isEmpty ? nil : 0 }

  /// The cost of drawing so far.
  package var statistics: RenderStatistics { renderer.statistics }

  /// Uploads a tile; reports say when it is resident and when its memory may return to its source.
  package func upload(_ tile: Tile) {
    do throws(OffscreenError) {
      try renderer.upload(tile)
      reports.append(.resident(tile, after: lastRetain))
    } catch {
      reports.append(.event(.failed(error.reason)))
    }
    reports.append(.released(tile))
  }

  /// Evicts every tile of a source except `keys`; returns the eviction's number for later reports.
  package func retain(_ keys: Set<TileKey>, of source: SourceID) -> UInt64 {
    lastRetain += 1
    renderer.retain(keys, of: source)
    return lastRetain
  }

  /// Drops every tile of a source.
  package func drop(_ source: SourceID) { renderer.retain([], of: source) }

  /// Sets the bitmap of overlays and sprites with an ID; `nil` removes it.
  package func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) {
    do throws(OffscreenError) { try renderer.setOverlay(id, bitmap: bitmap) } catch {
      reports.append(.event(.failed(error.reason)))
    }
  }

  /// Accepts a frame without drawing it; `render(_:band:)` draws.
  package func show(_ frame: Frame, isComplete: Bool) -> Bool { true }

  /// Draws part of a frame: premultiplied RGBA, rows without padding, top row first.
  package func render(_ frame: Frame, band: PixelRect) throws(OffscreenError) -> [UInt8] {
    try renderer.render(frame, band: band)
  }

  /// Adds no descriptor.
  package func addDescriptors(to pollSet: inout PollSet) {}

  /// Returns the reports since the last call.
  package func takeReports(at now: Double) -> [RenderReport] {
    defer { reports.removeAll() }
    return reports
  }

  /// Does nothing: the owner of the renderer ends it.
  package func stop() {}
}
