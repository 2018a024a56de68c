import Geometry
import Gestures
import Tiles
import Zooming

/// What is looked at: which source, through what, on which surface, and where the pointer is.
struct Stage {
  /// The size of what is drawn on, in device pixels.
  private(set) var surface: PixelSize
  /// The source that is shown.
  private(set) var shown: SourceID?
  /// What zooms and pans it; `nil` while nothing is shown, or a still.
  private(set) var zoom: ZoomController?
  /// The one view that is shown where nobody zooms.
  private(set) var still: Viewport?
  /// Where the pointer was last: tiles near it come first.
  private(set) var pointer: Point?

  /// Nothing is shown.
  init(surface: PixelSize) { self.surface = surface }

  /// Shows a source through a controller.
  mutating func show(_ id: SourceID, with controller: ZoomController) {
    shown = id
    zoom = controller
    still = nil
  }

  /// Shows one view of a source, whose surface is the stage's from now on.
  mutating func show(_ still: Viewport, of id: SourceID) {
    surface = still.surface
    shown = id
    zoom = nil
    self.still = still
  }

  /// Shows nothing.
  mutating func showNothing() {
    shown = nil
    zoom = nil
  }

  /// The surface has another size; what is in the centre stays there.
  mutating func resize(to size: PixelSize, at now: Double) {
    surface = size
    zoom?.resize(to: size, now: now)
  }

  /// Takes a controller that has been changed; without one that it takes the place of, nothing.
  mutating func setZoom(_ changed: ZoomController) { if zoom != nil { zoom = changed } }

  /// Takes what is set about zooming, and the device pixels per unit at 100 %.
  mutating func set(_ preferences: ZoomPreferences, unit: Double) {
    zoom?.preferences = preferences
    zoom?.setUnit(unit, now: 0)
  }

  /// What is shown has another extent.
  mutating func setExtent(_ extent: Extent, at now: Double) {
    zoom?.setPicture(extent, now: now)
  }

  /// Takes where an event says that the pointer is.
  mutating func notePointer(_ event: WindowEvent) {
    switch event {
    case .motion(let position, _): pointer = position
    case .scroll(let scroll): pointer = scroll.position
    case .button(let button): pointer = button.position
    case .pointerLeft: pointer = nil
    default: break
    }
  }
}
