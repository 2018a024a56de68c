import Tiles
import Zooming

/// What is seen of a view's sources, and how: what they are asked for follows from it alone.
struct Sight {
  /// What is looked at.
  let stage: Stage
  /// What lies over it, the lowest first.
  let layers: [ViewLayer]
  /// False while nothing of the view can be seen.
  let isVisible: Bool
  /// True while what is shown goes aside.
  let isSliding: Bool
  /// True while tiles of what is shown come in gently.
  let isFading: Bool
  /// Which frame of what is shown is on the screen; `nil` while none is.
  let drawnFrame: FrameVersion?
  /// Whether tiles are asked for before they are needed.
  let prefetches: Bool
  /// Whether a view at rest is prepared for the next step of a zoom.
  let preparesNextStep: Bool
  /// Whether there are filters.
  let isFiltered: Bool
  /// Whether they act on what is shown itself.
  let filtersBase: Bool
  /// How far filters look beyond a view at a scale, in device pixels.
  let margin: (_ scale: Double) -> Int
  /// The view that shows all of a source, and the one that an awaited source begins with.
  let first, opening: (SourceInfo) -> ZoomController

  /// How far filters look beyond what is shown at a scale, in device pixels.
  func baseMargin(at scale: Double) -> Int { filtersBase ? margin(scale) : 0 }
}
