import Tiles
import Zooming

/// The visible parts of a view's sources; all requests to sources follow from them.
struct Visibility {
  /// The source that is shown, its viewport, its layers, the surface and the pointer.
  let viewState: ViewState
  /// True while the shown source slides out.
  let isSliding: Bool
  /// True while tiles of the shown source are fading in.
  let isFading: Bool
  /// The version of the shown source that is on the screen; `nil` while none is.
  let drawnFrame: FrameVersion?
  /// True if tiles are prefetched.
  let prefetches: Bool
  /// True if a view at rest prefetches the next zoom step.
  let preparesNextStep: Bool
  let isFiltered: Bool
  /// True if the filters apply to the shown source.
  let filtersBase: Bool
  /// The number of device pixels that filters sample beyond a view, by scale.
  let margin: (_ scale: Double) -> Int
  /// The fit view of a source, and the view that a pending source starts with.
  let first, opening: (SourceInfo) -> ZoomController
  /// The small level of a source that a part of the view draws.
  let partLevel: (SourceInfo) -> Level?

  /// The layers above the shown source, bottom first.
  var layers: [ViewLayer] { viewState.layers }
  /// False while nothing of the view is visible.
  var isVisible: Bool { viewState.isVisible }

  /// The number of device pixels that filters sample beyond the shown source.
  func baseMargin(at scale: Double) -> Int { filtersBase ? margin(scale) : 0 }
}
