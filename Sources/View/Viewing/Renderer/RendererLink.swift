import Filters
import Geometry
import Platform
import Rendering
import Tiles

/// Connects a view with the thread that draws it, from the first painting to the end.
///
/// It belongs to the view's thread, and never blocks it.
package final class RendererLink: FrameRenderer {
  private let thread: RenderThread
  private let mailbox: Mailbox<RenderReport>
  private let canvas: (any PlainCanvas)?
  private var lifecycle = RendererLifecycle()
  private var held = CanvasTiles()
  private var overlays: [UInt64: OverlayBitmap] = [:]
  private var reports: [RenderReport] = []
  private var lastRetain: UInt64 = 0
  /// The frame on the canvas, until it is known to be on the screen.
  private var painting: (frame: Frame, start: Double)?
  /// A frame that is painted only above `row` so far.
  private var begun: (frame: Frame, row: Int)?
  /// The viewport that was painted first.
  private var firstView: Viewport?
  /// True if filters can be drawn.
  package private(set) var drawsFilters = true
  /// When the thread became ready to draw, in seconds of `MonotonicClock`; `nil` before.
  package private(set) var readyAt: Double?

  /// Creates a link to a thread that has not started; `canvas` is painted until it draws.
  package init(
    configuration: RenderConfiguration, canvas: (any PlainCanvas)?
  ) throws(Errno) {
    let mailbox = try Mailbox<RenderReport>()
    self.mailbox = mailbox
    self.canvas = canvas
    thread = try RenderThread(configuration: configuration, startsNow: false) { mailbox.post($0) }
  }

  /// Begins when there is a surface to draw on.
  ///
  /// Drivers wait until the first picture is complete, but not beyond `deadline`: starting them
  /// keeps two processors busy for as long as decoding a picture of 20 megapixels takes. `nil`
  /// starts them at once, and nothing is painted before they are ready.
  package func begin(paintsUntil deadline: Double?) {
    obey(lifecycle.begin(paintsUntil: canvas == nil ? nil : deadline))
  }

  /// Starts the drivers if they are still waiting for the first picture.
  package func startNow() { obey(lifecycle.start()) }

  private func obey(_ effect: RendererLifecycle.Effect?) {
    switch effect {
    case .startThread:
      do throws(Errno) { try thread.start() } catch { fail("\(error)") }
    case .takeOver:
      reports += held.letAllGo().map { .released($0) }
      overlays = [:]
      canvas?.end()
      reports.append(.event(.tookOver))
    case nil: break
    }
  }

  private func fail(_ sentence: String) {
    lifecycle.fail()
    reports += held.letAllGo().map { .released($0) }
    reports.append(.event(.failed(sentence)))
  }

  // MARK: Requests

  /// Uploads a tile; reports say when it is resident and when its memory may return to its source.
  package func upload(_ tile: Tile) {
    if !lifecycle.isDrawing, lifecycle.phase != .failed {
      // The canvas may have rows that were painted from the tile that this one replaces.
      if begun != nil, held.hasOne(like: tile) { begun = nil }
      held.hold(tile)
      // The canvas can show it already.
      reports.append(.resident(tile, after: lastRetain))
    }
    thread.upload(tile)
  }

  /// Evicts every tile of a source except `keys`; returns the eviction's number for later reports.
  package func retain(_ keys: Set<TileKey>, of source: SourceID) -> UInt64 {
    lastRetain += 1
    thread.retain(keys, of: source, number: lastRetain)
    reports += held.retain(keys, of: source).map { .released($0) }
    return lastRetain
  }

  /// Drops every tile of a source.
  package func drop(_ source: SourceID) {
    thread.drop(source)
    reports += held.retain([], of: source).map { .released($0) }
  }

  /// Sets the bitmap of overlays and sprites with an ID; `nil` removes it.
  package func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) {
    if !lifecycle.isDrawing { overlays[id] = bitmap }
    thread.setOverlay(id, bitmap: bitmap)
  }

  /// True if a frame would be accepted now.
  package var takesFrames: Bool {
    if lifecycle.isDrawing { return true }
    guard lifecycle.isPainting, let canvas else { return false }
    return canvas.isReady && !canvas.isBusy && painting == nil
  }

  /// Shows a frame as soon as possible; returns false if it was not accepted.
  package func show(_ frame: Frame, isComplete: Bool) -> Bool {
    if lifecycle.isDrawing {
      thread.show(frame)
      return true
    }
    if !frame.filters.isIdentity {
      thread.expectFilters()
      obey(lifecycle.stopPainting())
    }
    guard takesFrames else { return false }
    let start = MonotonicClock.now()
    guard paint(frame, above: frame.viewport.surface.height) else {
      // If painting fails, the render thread shows the first frame.
      obey(lifecycle.stopPainting())
      return false
    }
    painting = (frame, start)
    if frame.picture != nil {
      // While the picture is being decoded, the decoder needs the processors more than the drivers
      // do, unless the user moves the picture.
      if isComplete || firstView.map({ $0 != frame.viewport }) == true { obey(lifecycle.start()) }
      firstView = firstView ?? frame.viewport
    }
    return true
  }

  /// Paints the part of a frame above `row` before the rest can be painted.
  package func showAhead(_ frame: Frame, above row: Int) {
    guard case .firstPaint = lifecycle.phase, takesFrames, frame.filters.isIdentity else { return }
    _ = paint(frame, above: row)
  }

  /// Paints the rows above `row` that are not on the canvas yet; returns false if it could not.
  private func paint(_ frame: Frame, above row: Int) -> Bool {
    guard let canvas else { return false }
    var unnumbered = frame
    unnumbered.number = 0
    let first = begun.map { $0.frame == unnumbered ? $0.row : 0 } ?? 0
    begun = row < frame.viewport.surface.height ? (unnumbered, max(first, row)) : nil
    return canvas.paint(PaintedParts(of: frame), rows: first..<max(first, row)) { surface, part in
      SoftwareRenderer.drawPictures(
        of: frame, part: part, tiles: { held.tiles(of: $0) }, overlays: overlays, on: surface)
    }
  }

  // MARK: Events

  /// Adds the descriptors that it waits for.
  package func addDescriptors(to pollSet: inout PollSet) { pollSet.add(mailbox.descriptor) }

  /// When to take reports even if no descriptor is ready.
  package var deadline: Double? { reports.isEmpty ? lifecycle.deadline : 0 }

  /// Returns the reports since the last call.
  package func takeReports(at now: Double) -> [RenderReport] {
    obey(lifecycle.tick(at: now))
    for report in mailbox.takeAll() { receive(report) }
    notePainting(at: now)
    if lifecycle.phase == .takingOver, !held.isUploading, painting == nil {
      obey(lifecycle.ready())
    }
    defer { reports.removeAll() }
    return reports
  }

  private func notePainting(at now: Double) {
    guard let painting, canvas?.isBusy != true else { return }
    self.painting = nil
    reports.append(
      .event(
        .presented(
          Presentation(
            frame: painting.frame.number, surface: painting.frame.viewport.surface, time: now,
            milliseconds: (now - painting.start) * 1000))))
  }

  private func receive(_ report: RenderReport) {
    switch report {
    case .started:
      lifecycle.started()
      readyAt = MonotonicClock.now()
    case .resident(let tile, let number):
      let (isHeld, isFree) = held.copied(tile)
      if !isHeld { reports.append(.resident(tile, after: number)) }
      if isFree { reports.append(.released(tile)) }
    case .released(let tile):
      if held.copied(tile).isFree { reports.append(report) }
    case .event(let event):
      if case .unfiltered = event { drawsFilters = false }
      if case .lost = event { reports += held.letAllGo().map { .released($0) } }
      reports.append(report)
    }
  }

  /// Calls `reply` on the render thread with the pixels of the last frame, when drawing off screen.
  package func capture(_ reply: @escaping @Sendable (CapturedPixels?) -> Void) {
    thread.capture(reply)
  }

  /// The cost of drawing so far.
  package var statistics: RenderStatistics { thread.statistics }

  /// Releases all resources and ends.
  package func stop() { thread.stop() }
}
