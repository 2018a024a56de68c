import Filters
import Geometry
import Markers
import Rendering
import Tiles
import Viewing
import Zooming

/// Layers and markers over the shown source, and the source's properties.
extension FresnelView {
  /// The view's settings.
  public var settings: TiledViewSettings {
    get { tiles.settings }
    set { change { view, _ in view.settings = newValue } }
  }

  /// The source that is shown.
  public var shown: SourceID? { tiles.shown }
  /// The zoom controller of the shown source; `nil` while nothing is shown.
  public var zoom: ZoomController? { tiles.zoom }
  /// True if any part of the view is visible.
  public var isVisible: Bool { tiles.isVisible }
  /// True if the next frame will differ without any event.
  public var isMoving: Bool { tiles.isMoving(at: now) }

  /// Returns a source's properties, once known.
  public func info(of id: SourceID) -> SourceInfo? { tiles.info(of: id) }
  /// Returns the progress of the running pass over a source; `nil` if none is pending.
  public func progress(of id: SourceID) -> LoadProgress? { tiles.progress(of: id) }

  /// The layers over the shown source, in z-order, as `addLayer(_:at:opacity:isFiltered:)` added
  /// them.
  ///
  /// Change their order, places and opacities here; that decodes no existing tiles again.
  public var layers: [ViewLayer] {
    get { tiles.layers }
    set { change { view, _ in view.layers = newValue } }
  }

  /// The markers at points of the shown source, above its layers and below `overlays`.
  public var markers: ViewMarkers { ViewMarkers(self) }

  /// The text beside one of the markers.
  public var callout: MarkerCallout? {
    get { tiles.markers.callout }
    set { change { view, _ in view.markers.callout = newValue } }
  }

  /// The minimum alpha of a marker's bitmap that receives taps, from 0 to 255; `nil` accepts taps
  /// anywhere in its box.
  public var tappedMarkerAlpha: UInt8? {
    get { tiles.tappedMarkerAlpha }
    set { tiles.tappedMarkerAlpha = newValue }
  }

  /// Small bitmaps over everything, in z-order.
  public var overlays: [Overlay] {
    get { tiles.overlays }
    set { change { view, _ in view.overlays = newValue } }
  }

  /// Sets the bitmap of the overlays with a number; `nil` removes it, once no frame refers to it.
  public func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) {
    change { view, _ in view.setOverlay(id, bitmap: bitmap) }
  }

  /// Draws the next frame even if it seems unchanged.
  public func setNeedsRedraw() { change { view, _ in view.setNeedsRedraw() } }

  /// The filters of the shown source, and of the layers that use them; `setFilters(_:)` sets them
  /// from text.
  public var filters: FilterChain {
    get { tiles.filters }
    set { change { view, _ in view.filters = newValue } }
  }

  /// True if the filters apply to the shown source itself.
  public var filtersBase: Bool {
    get { tiles.filtersBase }
    set { change { view, _ in view.filtersBase = newValue } }
  }

  /// The x coordinate from which the view is filtered, in device pixels; `nil` filters everything.
  public var split: Int? {
    get { tiles.split }
    set { change { view, _ in view.split = newValue } }
  }

  /// Handlers that get input before the view, in order.
  public var inputHandlers: [any ViewInputHandler] {
    get { tiles.inputHandlers }
    set { tiles.inputHandlers = newValue }
  }

  /// Returns the initial view of a source, if it is not to be the whole of it.
  public var openingController: ((SourceInfo) -> ZoomController)? {
    get { tiles.openingController }
    set { tiles.openingController = newValue }
  }

  /// Returns the default initial view of a source: all of it, at rest.
  public func firstController(of info: SourceInfo) -> ZoomController {
    tiles.firstController(of: info)
  }
}
