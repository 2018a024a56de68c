import Geometry
import Zooming

/// Where the next step of the wheel will lead a view that has all its tiles.
///
/// Where a tile takes a pass over the picture, a step shows coarse tiles until that pass is done,
/// unless it was done before the step. A value without a clock: times are passed in.
struct StepForesight {
  /// How long nothing has to happen before anything is prepared, in seconds.
  ///
  /// After a step of a zoom nothing is waited for: the next one comes in less than half a second.
  static let patience = 0.1

  /// What a step starts from.
  private struct Start: Hashable {
    var view: Viewport
    var pointer: Point?
  }

  private var start: Start?
  private var isZoomingOut = false
  /// Whether the scale was the last that changed.
  private var isZooming = false
  /// Since when nothing has changed; `nil` while tiles lack.
  private var since: Double?
  private var foreseen: (start: Start, next: Viewport?)?

  /// Takes note of a view and where the pointer is; the settled view that the next step leads to.
  ///
  /// It is `nil` while the view lacks tiles of where it goes, or has not been left alone for long
  /// enough. People zoom on as they began: after a step out, the next one leads out.
  mutating func next(
    _ zoom: ZoomController, pointer: Point?, isComplete: Bool, at now: Double
  ) -> Viewport? {
    let start = Start(view: zoom.destination, pointer: pointer)
    if start.view != self.start?.view {
      foreseen = nil
      isZooming = false
      if let before = self.start?.view, before.picture == start.view.picture,
        before.scale != start.view.scale
      {
        isZooming = true
        isZoomingOut = start.view.scale < before.scale
      }
    } else if start != self.start {
      isZooming = false
    }
    if start != self.start || !isComplete { since = nil }
    self.start = start
    guard isComplete else { return nil }
    let since = since ?? now
    self.since = since
    // What was prepared stays until the pointer stands still somewhere else.
    guard now - since >= patience, foreseen?.start != start else { return foreseen?.next }
    foreseen = (start, Self.step(from: zoom, isOut: isZoomingOut, pointer: pointer, at: now))
    return foreseen?.next
  }

  /// The settled view that one step of the wheel leads to; `nil` where it changes nothing.
  static func step(
    from zoom: ZoomController, isOut: Bool = false, pointer: Point?, at now: Double
  ) -> Viewport? {
    var stepped = zoom
    let step = zoom.preferences.wheelStep
    stepped.zoom(byFactor: isOut ? 1 / step : step, at: pointer, now: now)
    return stepped.destination == zoom.destination ? nil : stepped.destination
  }

  /// When to look again though nothing happens; `nil` while nothing is to be prepared.
  var deadline: Double? {
    guard let since, foreseen?.start != start else { return nil }
    return since + patience
  }

  private var patience: Double { isZooming ? 0 : Self.patience }
}
