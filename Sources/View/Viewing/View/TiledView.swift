import Filters
import Geometry
import Gestures
import Markers
import Platform
import Rendering
import Text
import Tiles
import Tiling
import Zooming

/// A view of tiled sources on one surface: it zooms, pans, asks for tiles and shows frames.
///
/// It belongs to one thread and never makes it wait: poll `descriptor` until `deadline`, then call
/// `dispatch(at:)`. Times are seconds of one clock that only rises. Positions are device pixels of
/// the surface from its top left corner; scales are device pixels per unit of the picture.
public final class TiledView {
  /// Is told what happens.
  package weak var delegate: (any TiledViewDelegate)?
  /// Sees each event before the delegate does.
  package var watch: ((ViewEvent) -> Void)?
  /// True if keys that nobody else takes move the view: those that `ZoomCommand(_:)` knows.
  package var usesStandardKeys = false
  /// Handlers that get input before the view, in order.
  public var inputHandlers: [any ViewInputHandler] {
    get { input.handlers }
    set { input.handlers = newValue }
  }
  /// What is set about it.
  public var settings: TiledViewSettings { didSet { applySettings() } }

  /// The size of what is drawn on, in device pixels.
  public var surface: PixelSize { stage.surface }
  /// Whether anything of it can be seen; what can't be is not drawn, and keeps its fit view alone.
  public var isVisible = true { didSet { if isVisible { frames.note(.redraw) } } }
  /// Whether a frame without a picture may be shown.
  public var showsBackdrop = false { didSet { if showsBackdrop { frames.note(.redraw) } } }
  /// Where the surface's top left corner lies on the screen, in device pixels, as the host says.
  public var surfaceOrigin = Point.zero
  /// What lies over what is shown, the lowest first; each source was added as `SourceRole.layer`.
  ///
  /// Changing it decodes nothing that is there already.
  public var layers: [ViewLayer] = []
  /// What is done to the colours of what is shown, and of the layers that say so.
  public var filters = FilterChain()
  /// Whether the filters act on what is shown itself.
  public var filtersBase = true
  /// How far filters look beyond the view at a scale, in device pixels, where it is not what
  /// `filters` says of themselves.
  package var filterMargin: ((Double) -> Int)?
  /// Where the filtered part begins, in device pixels from the left; `nil` filters everything.
  public var split: Int?
  /// Small pictures over everything, in order.
  public var overlays: [Overlay] = []
  /// What stands at points of what is shown, over its layers and under `overlays`.
  public var markers = MarkerSet()
  /// The text beside one of the markers.
  public var callout: MarkerCallout?
  /// Where bitmaps of markers must be more opaque to be tapped, from 0 to 255; `nil` takes taps
  /// anywhere in their boxes.
  public var tappedMarkerAlpha: UInt8?
  /// The way from one source to another, while there is one.
  package var slide: ViewSlide?
  /// The view that an awaited source begins with, where it is not all of it.
  public var openingController: ((SourceInfo) -> ZoomController)?

  /// What zooms and pans what is shown; `nil` while nothing is.
  public var zoom: ZoomController? { stage.zoom }
  /// The source that is shown.
  public var shown: SourceID? { stage.shown }
  /// Where the pointer was last: tiles near it come first.
  public var pointer: Point? { stage.pointer }

  /// Whether a view at rest is prepared for the next step of a zoom where that takes a pass over
  /// the picture; a program says no where that would cost a battery.
  public var preparesNextStep = true

  let renderer: any FrameRenderer
  private(set) lazy var markerBoard = MarkerBoard(renderer, libraries: textLibraries)
  /// What texts are drawn with, until the first marker is drawn.
  var textLibraries = TextLibraries.Names()
  /// Whether markers have ever been drawn.
  var hasMarkerBoard = false
  let sources: SourceBook
  var stage: Stage
  let input: InputRouter
  var frames: FrameScheduler
  /// What the delegate has not been told yet.
  var events: [ViewEvent] = []
  var zoomWatch = ZoomWatch()
  private var pollSet = PollSet()
  private var epoll: EpollSet

  /// A view that shows nothing yet; `refreshInterval` is the display's, in seconds.
  package init(
    surface: PixelSize, renderer: any FrameRenderer,
    settings: TiledViewSettings = TiledViewSettings(), refreshInterval: Double = 1 / 60.0,
    interfaceScale: Double = 1
  ) throws(Errno) {
    stage = Stage(surface: surface)
    self.renderer = renderer
    sources = SourceBook(renderer)
    self.settings = settings
    input = InputRouter(interfaceScale: interfaceScale, preferences: settings.gestures)
    frames = FrameScheduler(interval: refreshInterval, fadeDuration: settings.fadeDuration)
    epoll = try EpollSet()
  }

  // MARK: The loop

  /// Readable while something has happened; `dispatch(at:)` looks after it.
  public var descriptor: Int32 { epoll.number }

  /// When to call `dispatch(at:)` though nothing has happened; `nil` lets the thread sleep.
  public func deadline(at now: Double) -> Double? {
    let moves = isMoving(at: now)
    var deadlines = [
      sources.deadline(for: sight, after: now), input.deadline, renderer.deadline,
    ]
    // A frame that can't be shown now is not waited for: what makes it possible wakes the thread.
    if isVisible, renderer.takesFrames, canPresent {
      deadlines.append(frames.deadline(isMoving: moves))
      deadlines.append(playbackDeadline)
    }
    return deadlines.compactMap { $0 }.min()
  }

  /// Looks after everything that has happened, and shows what follows from it.
  public func dispatch(at now: Double) {
    pollSet.removeAll()
    addDescriptors(to: &pollSet)
    pollSet.wait(timeout: 0)
    for loader in sources.all {
      for event in loader.source.process(pollSet, now: now) {
        receive(event, of: loader.id, at: now)
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
    if hasMarkerBoard { markerBoard.addDescriptors(to: &pollSet) }
  }

  /// Brings plans and frames up to the moment, and tells the delegate what has come of it.
  private func update(at now: Double) {
    // What the delegate does may be worth another round; one that never has enough gets no more.
    for _ in 0..<8 {
      for report in renderer.takeReports(at: now) { receive(report, at: now) }
      if hasMarkerBoard {
        if markerBoard.takeTexts(into: &markers) { frames.note(.redraw) }
        if let sentence = markerBoard.takeComplaint() { events.append(.textless(sentence)) }
      }
      for gesture in input.tick(at: now) { take(gesture, at: frames.moment(now)) }
      // Whoever learns what a source is may give the surface another size: before tiles are asked
      // for.
      _ = tellDelegate(at: now)
      updatePlans(at: frames.moment(now))
      if updatePlayback(at: now) { updatePlans(at: frames.moment(now)) }
      updateFrame(at: now)
      noteRest(at: frames.moment(now))
      if !tellDelegate(at: now) { return }
    }
  }

  // MARK: The surface

  /// The surface has another size; what is in the centre stays there.
  public func resize(to size: PixelSize, at now: Double) {
    guard size != surface else { return }
    stage.resize(to: size, at: now)
    frames.note(.redraw)
  }

  /// Something has changed that no frame tells: the next one is drawn in any case.
  public func setNeedsRedraw() { frames.note(.redraw) }

  /// Sets the bitmap of the overlays with a number; `nil` removes it, once no frame refers to it.
  public func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) {
    renderer.setOverlay(id, bitmap: bitmap)
    frames.note(.redraw)
  }

  private func applySettings() {
    input.set(settings.gestures)
    stage.set(settings.zooming, unit: settings.contentScale)
    frames.setFadeDuration(settings.fadeDuration)
    frames.note(.redraw)
  }

  /// Ends all sources and the renderer, in the flow's order, so that none speaks to one that is
  /// gone.
  ///
  /// Where the display is gone there is nobody to give a renderer's things back to: it is left
  /// alone.
  package func close(stopsRenderer: Bool = true) {
    sources.close()
    stage.showNothing()
    if hasMarkerBoard { markerBoard.stop() }
    if stopsRenderer { renderer.stop() }
  }
}
