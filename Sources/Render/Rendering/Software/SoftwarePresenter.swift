import Filters
import Geometry
import Platform
import Tiles

/// Draws frames in software and passes them to a sink.
final class SoftwarePresenter: Presenter {
  let description: String
  let hasUploadThread = false

  private var copies = CopiedPictures()
  private let sink: any PixelSink
  private let counters: RenderCounters

  /// The number of pixels per thread from which another thread is worth starting.
  private static let pixelsPerThread = 1 << 18

  init(sink: any PixelSink, counters: RenderCounters, description: String = "software") {
    self.sink = sink
    self.counters = counters
    self.description = description
  }

  func add(_ tile: Tile) -> Bool { copies.add(tile, counters) }

  func adopt(_ tile: UploadedTile, isWanted: Bool) -> Bool { false }

  func retain(_ keys: Set<TileKey>, of picture: SourceID) {
    copies.retain(keys, of: picture, counters)
  }

  func drop(_ picture: SourceID) { retain([], of: picture) }

  func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?) { copies.overlays[id] = bitmap }

  func present(_ frame: Frame) throws(PresenterError) -> PixelSize {
    guard let size = sink.currentSize() else {
      throw PresenterError(reason: "the window was closed")
    }
    let isShown = sink.put(size) { draw(frame, on: $0) }
    guard isShown else { throw PresenterError(reason: "the window was closed") }
    return size
  }

  /// Draws bands of rows in parallel, at most one per core.
  private func draw(_ frame: Frame, on surface: SurfacePixels) {
    let copies = copies
    let size = surface.size
    let count = max(
      1, min(Processors.count, (size.area ?? 0) / Self.pixelsPerThread))
    // Each call draws on its own rows, and all have returned when this does.
    nonisolated(unsafe) let memory = surface
    forEachInParallel(count) { index in
      let band = PixelRect(
        minX: 0, minY: size.height * index / count, maxX: size.width,
        maxY: size.height * (index + 1) / count)
      SoftwareRenderer.drawPictures(
        of: frame, tiles: { copies[$0] }, overlays: copies.overlays,
        surround: frame.backdrop.surround, surface: size, band: band,
        on: memory.rows(band.minY..<band.maxY))
    }
  }

  /// Copies all tiles and bitmaps to another presenter, and closes this one.
  func handOver(to other: any Presenter) throws(PresenterError) {
    for tile in copies.all { _ = try other.add(tile) }
    for (id, bitmap) in copies.overlays { try other.setOverlay(id, bitmap) }
    close()
  }

  func rest() { copies.dropSpare() }

  func takeFilterProblem() -> FilterError? { nil }

  func capture() -> CapturedPixels? { nil }

  func close() { copies.removeAll(counters) }
}
