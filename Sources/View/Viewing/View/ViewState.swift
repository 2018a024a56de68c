import Geometry
import Gestures
import Tiles
import Zooming

/// The contents of a view: the source, its viewport, its layers, the surface and the pointer.
///
/// It belongs to the view's thread.
final class ViewState {
  /// The surface's size in device pixels.
  private(set) var surface: PixelSize
  /// The source that is shown.
  private(set) var shown: SourceID?
  /// The zoom controller of the shown source; `nil` while nothing is shown, or a still view.
  private(set) var zoom: ZoomController?
  /// The fixed viewport of a source that is shown without a zoom controller.
  private(set) var still: Viewport?
  /// The last position of the pointer; tiles near it come first.
  private(set) var pointer: Point?
  /// The layers above the shown source, bottom first.
  private(set) var layers: [ViewLayer] = []
  /// False while nothing of the view is visible.
  private(set) var isVisible = true

  /// Creates a state that shows nothing.
  init(surface: PixelSize) { self.surface = surface }

  func show(_ id: SourceID, with controller: ZoomController) {
    shown = id
    zoom = controller
    still = nil
  }

  /// Shows one view of a source; its surface becomes the state's.
  func show(_ still: Viewport, of id: SourceID) {
    surface = still.surface
    shown = id
    zoom = nil
    self.still = still
  }

  func showNothing() {
    shown = nil
    zoom = nil
  }

  /// Drops a source that has been removed, and its layers.
  func forget(_ id: SourceID) {
    layers.removeAll { $0.source == id }
    if shown == id { showNothing() }
  }

  /// Replaces the layers.
  func set(_ layers: [ViewLayer]) { self.layers = layers }

  /// Records if anything of the view is visible.
  func setVisible(_ isVisible: Bool) { self.isVisible = isVisible }

  /// Changes the size of the surface; the centre of the view stays in place.
  func resize(to size: PixelSize) {
    surface = size
    zoom?.resize(to: size)
  }

  /// Replaces the controller; does nothing if there is none.
  func setZoom(_ changed: ZoomController) { if zoom != nil { zoom = changed } }

  /// Applies the preferences for zooming, and the device pixels per unit at 100 %.
  func set(_ preferences: ZoomPreferences, unit: Double) {
    zoom?.preferences = preferences
    zoom?.setUnit(unit)
  }

  /// Changes the extent of the shown source.
  func setExtent(_ extent: Extent) {
    zoom?.setPicture(extent)
  }

  /// Notes the position of the pointer in an event.
  func notePointer(_ event: WindowEvent) {
    switch event {
    case .motion(let position, _): pointer = position
    case .scroll(let scroll): pointer = scroll.position
    case .button(let button): pointer = button.position
    case .pointerLeft: pointer = nil
    default: break
    }
  }
}
