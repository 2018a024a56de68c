import Filters
import Geometry
import Platform
import Rendering
import Tiles
import Tiling

/// A view without a window: it decodes parts of a source on the calling thread, and draws them.
///
/// It belongs to the thread that creates it, and blocks that thread.
package final class StillView {
  /// Why nothing more is drawn.
  package enum Problem: Error, Hashable, Sendable {
    /// The `Cancellation` was set.
    case cancelled
    /// Decoding or drawing failed, for the reason in the clause.
    case failed(String)
  }

  /// Why part of the picture is missing; the rest can be drawn.
  package private(set) var missing: String?
  private let source: any TileSource
  private let renderer: OffscreenRenderer
  private let cancellation: Cancellation?
  private let view: TiledView
  private var pollSet = PollSet()
  /// The first error.
  private var failure: String?

  /// Creates a view of a source, which the view closes.
  package init(
    of source: any TileSource, drawnBy renderer: OffscreenRenderer,
    filters: FilterChain = FilterChain(), cancellation: Cancellation? = nil
  ) throws(Problem) {
    self.source = source
    self.renderer = renderer
    self.cancellation = cancellation
    var settings = TiledViewSettings()
    settings.fadeDuration = 0
    do throws(Errno) {
      view = try TiledView(surface: .zero, renderer: OffscreenLink(renderer), settings: settings)
    } catch {
      throw .failed("\(error)")
    }
    view.delegate = self
    view.filters = filters
    view.add(source, as: .pending)
  }

  /// Ends the source.
  package func close() { view.close() }

  /// Waits for the source's properties.
  package func info() throws(Problem) -> SourceInfo {
    while true {
      try step()
      if let info = source.info { return info }
    }
  }

  /// Decodes the tiles of an area of a settled view, and drops all others; `frame` is the number of
  /// an animation's frame.
  package func decode(
    _ area: PixelRect, of viewport: Viewport, frame: Int = 0
  ) throws(Problem) {
    var part = viewport
    part.surface = area.size
    part.origin.x -= Double(area.minX)
    part.origin.y -= Double(area.minY)
    view.show(part, of: source.id, frame: frame)
    // The first iteration makes the plan.
    repeat { try step() } while !view.isComplete(source.id)
  }

  /// Returns the frame of a settled view, on a transparent background.
  package func frame(of viewport: Viewport, frame: Int = 0) -> Frame {
    var made = Frame(
      number: 0, picture: source.id, viewport: viewport, levels: source.info?.levels,
      backdrop: Backdrop(checker: nil))
    made.pictureFrame = FrameVersion(frame: frame)
    // Facts that a decoder may only find out while it decodes rows.
    made.light = source.info.map(PictureLight.init) ?? PictureLight()
    return made
  }

  /// Draws an area of a frame whose tiles have been decoded: premultiplied RGBA, rows without
  /// padding.
  package func render(_ frame: Frame, area: PixelRect) throws(Problem) -> [UInt8] {
    do throws(OffscreenError) { return try renderer.render(frame, band: area) } catch {
      throw .failed(error.reason)
    }
  }

  /// Processes events, then waits for more.
  private func step() throws(Problem) {
    view.dispatch(at: MonotonicClock.now())
    try check()
    if source.info != nil, view.isComplete(source.id) { return }
    pollSet.removeAll()
    pollSet.add(view.descriptor)
    if let cancellation { pollSet.add(cancellation.descriptor) }
    let now = MonotonicClock.now()
    pollSet.wait(timeout: view.deadline(at: now).map { max(0, $0 - now) })
    view.dispatch(at: MonotonicClock.now())
    try check()
  }

  private func check() throws(Problem) {
    if cancellation?.isCancelled == true { throw .cancelled }
    if let failure { throw .failed(failure) }
  }
}

extension StillView: TiledViewDelegate {
  package func tiledView(_ view: TiledView, received event: ViewEvent, at now: Double) {
    switch event {
    case .source(_, .failed(let sentence)), .source(_, .tileFailed(_, let sentence)),
      .renderer(.failed(let sentence)):
      failure = failure ?? sentence
    case .source(_, .incomplete(let sentence)): missing = sentence
    default: break
    }
  }
}
