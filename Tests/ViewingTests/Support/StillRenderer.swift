import Geometry
import Platform
import Rendering
import Tiles

@testable import Viewing

/// A renderer that keeps what it receives, and presents every frame at once.
final class StillRenderer: FrameRenderer {
  private(set) var frames: [Frame] = []
  private(set) var resident: [SourceID: [TileKey: TileQuality]] = [:]
  private(set) var uploads = 0
  private var reports: [RenderReport] = []
  private var lastRetain: UInt64 = 0
  var takesFrames = true
  var drawsFilters: Bool { true }
  var now = 0.0

  func upload(_ tile: Tile) {
    uploads += 1
    resident[tile.source, default: [:]][tile.key] = tile.quality
    reports.append(.resident(tile, after: lastRetain))
    reports.append(.released(tile))
  }

  func retain(_ keys: Set<TileKey>, of source: SourceID) -> UInt64 {
    lastRetain += 1
    resident[source] = resident[source]?.filter { keys.contains($0.key) }
    return lastRetain
  }

  func drop(_ source: SourceID) { resident[source] = nil }
  /// How often each bitmap was set, and its size.
  private(set) var overlays: [UInt64: (count: Int, size: PixelSize?)] = [:]
  func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) {
    overlays[id] = ((overlays[id]?.count ?? 0) + 1, bitmap?.size)
  }

  func show(_ frame: Frame, isComplete: Bool) -> Bool {
    frames.append(frame)
    reports.append(
      .event(
        .presented(
          Presentation(
            frame: frame.number, surface: frame.viewport.surface, time: now, milliseconds: 1))))
    return true
  }

  /// The frames and rows that were shown ahead.
  private(set) var ahead: [(frame: Frame, row: Int)] = []
  func showAhead(_ frame: Frame, above row: Int) { ahead.append((frame, row)) }

  /// Loses everything, as after a GPU reset.
  func lose() {
    resident.removeAll()
    reports.append(.event(.lost("a test has lost it")))
  }

  func addDescriptors(to pollSet: inout PollSet) {}
  var deadline: Double? { reports.isEmpty ? nil : 0 }

  func takeReports(at now: Double) -> [RenderReport] {
    defer { reports.removeAll() }
    return reports
  }

  var statistics: RenderStatistics { RenderStatistics() }
  func stop() {}
}
