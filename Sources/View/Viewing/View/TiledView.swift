import Filters
import Geometry
import Gestures
import Platform
import Rendering
import Tiles
import Tiling
import Zooming

/// A view of tiled sources on one surface: it zooms, pans, requests tiles and shows frames.
///
/// It belongs to one thread and never blocks it: poll `descriptor` until `deadline`, then call
/// `dispatch(at:)`. Times are seconds of one monotonic clock. Positions are device pixels of the
/// surface from its top left corner; scales are device pixels per unit of the picture.
package final class TiledView {
  /// The delegate that receives the view's events.
  package weak var delegate: (any TiledViewDelegate)?
  /// Receives each event before the delegate does.
  package var watch: ((ViewEvent) -> Void)?
  /// True if keys that no handler consumes move the view, as `ZoomCommand(_:)` maps them.
  package var usesStandardKeys = false
  /// Handlers that get input before the view, in order.
  package var inputHandlers: [any ViewInputHandler] {
    get { input.handlers }
    set { input.handlers = newValue }
  }
  /// The settings of the view.
  package var settings: TiledViewSettings { didSet { applySettings() } }

  /// The surface's size in device pixels.
  package var surface: PixelSize { viewState.surface }
  /// True if any part of the view is visible; a hidden view is not drawn and keeps only its fit
  /// view.
  package var isVisible: Bool {
    get { viewState.isVisible }
    set {
      viewState.setVisible(newValue)
      if newValue { frames.note(.redraw) }
    }
  }
  /// True if a frame without a picture may be shown.
  package var showsBackdrop = false { didSet { if showsBackdrop { frames.note(.redraw) } } }
  /// The layers above the shown source, bottom first; each source was added as `SourceRole.layer`.
  ///
  /// A change does not decode anything again that is resident.
  package var layers: [ViewLayer] {
    get { viewState.layers }
    set { viewState.set(newValue) }
  }
  /// The filters for the shown source, and for layers with `ViewLayer.isFiltered`.
  package var filters = FilterChain()
  /// True if the filters apply to the shown source.
  package var filtersBase = true
  /// The number of device pixels that filters sample beyond the view, by scale; `nil` uses the
  /// margins that `filters` declare.
  package var filterMargin: ((Double) -> Int)?
  /// The left edge of the filtered part, in device pixels from the left; `nil` filters everything.
  package var split: Int?
  /// Bitmaps drawn above everything else, in order.
  package var overlays: [Overlay] = []
  /// The markers, drawn above the picture's layers and below `overlays`, and their callout.
  package let markers: MarkerOverlay
  /// The opacity, from 0 to 255, that a marker's pixel must exceed for a tap to hit it; `nil`
  /// accepts taps anywhere in its box.
  package var tappedMarkerAlpha: UInt8?
  /// What is drawn over each frame, below `overlays`; gets input after the handlers.
  package var parts: [any ViewPart] = [] { didSet { frames.note(.redraw) } }
  /// The transition to a neighbour, while there is one.
  package var transition: ViewTransition?
  /// Returns the first view of a pending source; `nil` shows all of it.
  package var openingController: ((SourceInfo) -> ZoomController)?

  /// The zoom controller of the shown source; `nil` while nothing is shown.
  package var zoom: ZoomController? { viewState.zoom }
  /// The source that is shown.
  package var shown: SourceID? { viewState.shown }
  /// The last position of the pointer; tiles near it come first.
  package var pointer: Point? { viewState.pointer }

  /// True if a view at rest prefetches the next zoom step even if that takes a pass over the
  /// picture; turn off on battery power.
  package var preparesNextStep = true

  let renderer: any FrameRenderer
  let sources: SourceRegistry
  let viewState: ViewState
  let input: InputRouter
  let frames: FrameScheduler
  /// The events that have not been sent to the delegate yet.
  private var events: [ViewEvent] = []
  private var zoomWatch = ZoomWatch()
  private var pollSet = PollSet()
  private var epoll: EpollSet

  /// Creates a view that shows nothing yet; `refreshInterval` is the display's, in seconds.
  package init(
    surface: PixelSize, renderer: any FrameRenderer,
    settings: TiledViewSettings = TiledViewSettings(), refreshInterval: Double = 1 / 60.0,
    interfaceScale: Double = 1
  ) throws(Errno) {
    viewState = ViewState(surface: surface)
    self.renderer = renderer
    sources = SourceRegistry(renderer)
    markers = MarkerOverlay(renderer)
    self.settings = settings
    input = InputRouter(interfaceScale: interfaceScale, preferences: settings.gestures)
    frames = FrameScheduler(interval: refreshInterval, fadeDuration: settings.fadeDuration)
    epoll = try EpollSet()
  }

  // MARK: Event loop

  /// A descriptor for `poll` that becomes readable when `dispatch(at:)` has something to do.
  package var descriptor: Int32 { epoll.number }

  /// When to call `dispatch(at:)` even if `descriptor` is not readable; `nil` lets the thread
  /// sleep.
  package func deadline(at now: Double) -> Double? {
    let moves = isMoving(at: now)
    var deadlines = [
      sources.deadline(for: visibility, after: now), input.deadline, renderer.deadline,
    ]
    // If no frame can be shown now, there is no deadline: whatever makes it possible wakes the
    // thread.
    if isVisible, renderer.takesFrames, canPresent {
      deadlines.append(frames.deadline(isMoving: moves))
      deadlines.append(playbackDeadline)
    }
    return deadlines.compactMap { $0 }.min()
  }

  /// Handles all pending events and shows the resulting frame.
  package func dispatch(at now: Double) {
    pollSet.removeAll()
    addDescriptors(to: &pollSet)
    pollSet.wait(timeout: 0)
    for loader in sources.all {
      for event in loader.source.process(pollSet, now: now) {
        receive(event, of: loader.id)
      }
    }
    update(at: now)
    pollSet.removeAll()
    addDescriptors(to: &pollSet)
    epoll.update(to: pollSet)
  }

  private func addDescriptors(to pollSet: inout PollSet) {
    renderer.addDescriptors(to: &pollSet)
    for loader in sources.all { loader.source.addDescriptors(to: &pollSet) }
    markers.addDescriptors(to: &pollSet)
    for part in parts { part.addDescriptors(to: &pollSet) }
  }

  /// Updates plans and frames, and sends the resulting events to the delegate.
  private func update(at now: Double) {
    // The delegate's changes may need another round; eight rounds end an endless exchange.
    for _ in 0..<8 {
      for report in renderer.takeReports(at: now) { receive(report, at: now) }
      if markers.takeTexts() { frames.note(.redraw) }
      if let sentence = markers.takeComplaint() { notify(.textless(sentence)) }
      for part in parts where part.takeEvents() { frames.note(.redraw) }
      for gesture in input.tick(at: now) { take(gesture, at: frames.moment(now)) }
      // Before tiles are requested: a delegate may resize the surface when it learns a source's
      // size.
      _ = notifyDelegate(at: now)
      updatePlans(at: frames.moment(now))
      if updatePlayback(at: now) { updatePlans(at: frames.moment(now)) }
      updateFrame(at: now)
      zoomWatch.note(zoom, at: frames.moment(now)) { notify(.zoom($0)) }
      noteRest(at: frames.moment(now))
      if !notifyDelegate(at: now) { return }
    }
  }

  /// Adds an event for the delegate.
  func notify(_ event: ViewEvent) { events.append(event) }

  /// Sends the pending events to the delegate, never in the middle of other work; returns false if
  /// there were none.
  private func notifyDelegate(at now: Double) -> Bool {
    let waiting = events
    events = []
    for event in waiting {
      watch?(event)
      delegate?.tiledView(self, received: event, at: now)
    }
    return !waiting.isEmpty
  }

  // MARK: The surface

  /// Changes the size of the surface; the centre of the view stays in place.
  package func resize(to size: PixelSize) {
    guard size != surface else { return }
    viewState.resize(to: size)
    frames.note(.redraw)
  }

  /// Draws the next frame even if it equals the previous one, because something outside it changed.
  package func setNeedsRedraw() { frames.note(.redraw) }

  /// Sets the bitmap of overlays with an ID; `nil` removes it, once no frame refers to it.
  package func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) {
    renderer.setOverlay(id, bitmap: bitmap)
    frames.note(.redraw)
  }

  private func applySettings() {
    input.set(settings.gestures)
    viewState.set(settings.zooming, unit: settings.contentScale)
    frames.setFadeDuration(settings.fadeDuration)
    frames.note(.redraw)
  }

  /// Closes all sources and then the renderer, so that none of them calls one that is gone.
  ///
  /// If the display is lost, a renderer's resources can't be released; pass false to leave it
  /// alone.
  package func close(stopsRenderer: Bool = true) {
    sources.close()
    viewState.showNothing()
    markers.stop()
    for part in parts { part.stop() }
    if stopsRenderer { renderer.stop() }
  }
}
