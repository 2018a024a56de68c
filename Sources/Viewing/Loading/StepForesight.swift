import Geometry
import ViewGeometry
import Zooming

/// Where the next step of the wheel will lead a view that has been at rest for a while.
///
/// Where a tile takes a pass over the picture, a step shows coarse tiles until that pass is done,
/// unless it was done before the step. A value without a clock: times are passed in.
struct StepForesight {
  /// How long nothing has to happen before anything is prepared, in seconds.
  static let patience = 0.3

  /// What a step starts from.
  private struct Start: Hashable {
    var view: Viewport
    var pointer: Point?
  }

  private var start: Start?
  private var isZoomingOut = false
  /// Since when it stands still; `nil` while it moves or lacks tiles.
  private var since: Double?
  private var foreseen: (start: Start, next: Viewport?)?

  /// Takes note of a view and where the pointer is; the settled view that the next step leads to.
  ///
  /// It is `nil` while the view moves, lacks tiles, or has not stood still for long enough. People
  /// zoom on as they began: after a step out, the next one leads out.
  mutating func next(
    _ zoom: ZoomController, pointer: Point?, isResting: Bool, at now: Double
  ) -> Viewport? {
    let start = Start(view: zoom.destination, pointer: pointer)
    if start.view != self.start?.view {
      foreseen = nil
      if let before = self.start?.view.scale, before != start.view.scale {
        isZoomingOut = start.view.scale < before
      }
    }
    if start != self.start || !isResting { since = nil }
    self.start = start
    guard isResting else { return nil }
    let since = since ?? now
    self.since = since
    // What was prepared stays until the pointer stands still somewhere else.
    guard now - since >= Self.patience, foreseen?.start != start else { return foreseen?.next }
    var stepped = zoom
    let step = zoom.preferences.wheelStep
    stepped.zoom(byFactor: isZoomingOut ? 1 / step : step, at: pointer, now: now)
    let next = stepped.destination
    foreseen = (start, next == start.view ? nil : next)
    return foreseen?.next
  }

  /// When to look again though nothing happens; `nil` while nothing is to be prepared.
  var deadline: Double? {
    guard let since, foreseen?.start != start else { return nil }
    return since + Self.patience
  }
}
