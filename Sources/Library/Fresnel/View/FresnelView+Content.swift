import Filters
import Geometry
import Markers
import Rendering
import Tiles
import Viewing
import Zooming

/// What lies over what is shown, and what is known of it.
extension FresnelView {
  /// What is set about the view.
  public var settings: TiledViewSettings {
    get { tiles.settings }
    set { change { view, _ in view.settings = newValue } }
  }

  /// The source that is shown.
  public var shown: SourceID? { tiles.shown }
  /// What zooms and pans what is shown; `nil` while nothing is.
  public var zoom: ZoomController? { tiles.zoom }
  /// Whether anything of the view can be seen.
  public var isVisible: Bool { tiles.isVisible }
  /// Whether the next frame differs though nothing arrives.
  public var isMoving: Bool { tiles.isMoving(at: now) }

  /// What is known of a source.
  public func info(of id: SourceID) -> SourceInfo? { tiles.info(of: id) }
  /// How far the running pass over a source is; `nil` while nothing is waited for.
  public func progress(of id: SourceID) -> LoadProgress? { tiles.progress(of: id) }
  /// Removes a source that is shown or lies over it, and ends it.
  public func remove(_ id: SourceID) { change { view, _ in view.remove(id) } }

  /// What lies over what is shown, the lowest first; each source was added by `addLayer(_:)`.
  ///
  /// Changing it decodes nothing that is there already.
  public var layers: [ViewLayer] {
    get { tiles.layers }
    set { change { view, _ in view.layers = newValue } }
  }

  /// What stands at points of what is shown, over its layers and under `overlays`.
  public var markers: MarkerSet {
    get { tiles.markers }
    // In place: a hundred thousand of them are not copied for one that is added.
    _modify {
      setNeedsDispatch()
      yield &tiles.markers
    }
  }

  /// The text beside one of the markers.
  public var callout: MarkerCallout? {
    get { tiles.callout }
    set { change { view, _ in view.callout = newValue } }
  }

  /// Where bitmaps of markers must be more opaque to be tapped, from 0 to 255; `nil` takes taps
  /// anywhere in their boxes.
  public var tappedMarkerAlpha: UInt8? {
    get { tiles.tappedMarkerAlpha }
    set { tiles.tappedMarkerAlpha = newValue }
  }

  /// Small pictures over everything, in order.
  public var overlays: [Overlay] {
    get { tiles.overlays }
    set { change { view, _ in view.overlays = newValue } }
  }

  /// Sets the bitmap that overlays of a number show; `nil` removes it, once no frame names it any
  /// more.
  public func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) {
    change { view, _ in view.setOverlay(id, bitmap: bitmap) }
  }

  /// Something has changed that no frame tells: the next one is drawn in any case.
  public func setNeedsRedraw() { change { view, _ in view.setNeedsRedraw() } }

  /// What is done to the colours of what is shown, and of the layers that say so; `setFilters(_:)`
  /// takes it as a text.
  public var filters: FilterChain {
    get { tiles.filters }
    set { change { view, _ in view.filters = newValue } }
  }

  /// Whether the filters act on what is shown itself.
  public var filtersBase: Bool {
    get { tiles.filtersBase }
    set { change { view, _ in view.filtersBase = newValue } }
  }

  /// Where the filtered part begins, in device pixels from the left; `nil` filters everything.
  public var split: Int? {
    get { tiles.split }
    set { change { view, _ in view.split = newValue } }
  }

  /// Whoever may take input before the view does, first of all the first.
  public var inputHandlers: [any ViewInputHandler] {
    get { tiles.inputHandlers }
    set { tiles.inputHandlers = newValue }
  }

  /// The view that a source begins with, where it is not all of it.
  public var openingController: ((SourceInfo) -> ZoomController)? {
    get { tiles.openingController }
    set { tiles.openingController = newValue }
  }

  /// The view that a source starts with by itself: all of it, at rest.
  public func firstController(of info: SourceInfo) -> ZoomController {
    tiles.firstController(of: info)
  }
}
