import Filters
import Geometry
import Platform
import Rendering
import Tiles

/// Draws a view's frames without a window, on the view's own thread: whoever wants pixels asks for them.
public final class OffscreenLink: FrameRenderer {
  private let renderer: OffscreenRenderer
  private var reports: [RendererReport] = []
  private var lastRetain: UInt64 = 0

  /// A link to a renderer that the caller has made.
  public init(_ renderer: OffscreenRenderer) { self.renderer = renderer }

  public var drawsFilters: Bool { renderer.fallbackReason == nil }
  public let takesFrames = true
  public var deadline: Double? { reports.isEmpty ? nil : 0 }
  public var statistics: RenderStatistics { renderer.statistics }

  public func upload(_ tile: Tile) {
    do throws(OffscreenFailure) {
      try renderer.upload(tile)
      reports.append(.resident(tile, after: lastRetain))
    } catch {
      reports.append(.failed(error.reason))
    }
    reports.append(.released(tile))
  }

  public func retain(_ keys: Set<TileKey>, of source: SourceID) -> UInt64 {
    lastRetain += 1
    renderer.retain(keys, of: source)
    return lastRetain
  }

  public func drop(_ source: SourceID) { renderer.retain([], of: source) }

  public func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) {}

  public func show(_ frame: Frame) -> Bool { true }

  /// Draws some of a frame's pixels: premultiplied RGBA, rows without padding, top row first.
  public func render(_ frame: Frame, band: PixelRect) throws(OffscreenFailure) -> [UInt8] {
    try renderer.render(frame, band: band)
  }

  public func addDescriptors(to pollSet: inout PollSet) {}

  public func takeReports(at now: Double) -> [RendererReport] {
    defer { reports.removeAll() }
    return reports
  }

  public func stop() {}
}
