import Geometry
import Zooming

/// Predicts where the next step of the wheel leads from a view that has all its tiles.
///
/// If a tile needs a pass over the picture, a zoom step shows coarse tiles until that pass is done,
/// unless it was done in advance. A value without a clock: times are seconds that are passed in.
struct StepPrefetch {
  /// How long the view must be idle before the next step is prepared, in seconds.
  ///
  /// After a zoom step there is no delay: the next one follows within half a second.
  static let idleDelay = 0.1

  /// The view and the pointer from which a step starts.
  private struct Start: Hashable {
    var view: Viewport
    var pointer: Point?
  }

  private var start: Start?
  private var isZoomingOut = false
  /// True if the last change was one of scale.
  private var isZooming = false
  /// When the last change was; `nil` while tiles are missing.
  private var since: Double?
  private var predicted: (start: Start, next: Viewport?)?

  /// Notes the view and the pointer, and returns the settled view that the next step leads to.
  ///
  /// Returns `nil` while tiles are missing at the destination, and until the view has been idle for
  /// long enough. The step has the direction of the last one, because users continue as they began.
  mutating func next(
    _ zoom: ZoomController, pointer: Point?, isComplete: Bool, at now: Double
  ) -> Viewport? {
    let start = Start(view: zoom.destination, pointer: pointer)
    if start.view != self.start?.view {
      predicted = nil
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
    // The prediction stays until the pointer rests at another point.
    guard now - since >= idleDelay, predicted?.start != start else { return predicted?.next }
    predicted = (start, Self.step(from: zoom, isOut: isZoomingOut, pointer: pointer, at: now))
    return predicted?.next
  }

  /// Returns the settled view that one step of the wheel leads to; `nil` if it changes nothing.
  static func step(
    from zoom: ZoomController, isOut: Bool = false, pointer: Point?, at now: Double
  ) -> Viewport? {
    var stepped = zoom
    let step = zoom.preferences.wheelStep
    stepped.zoom(byFactor: isOut ? 1 / step : step, at: pointer, now: now)
    return stepped.destination == zoom.destination ? nil : stepped.destination
  }

  /// When to call `next` without an event; `nil` while nothing is to be prepared.
  var deadline: Double? {
    guard let since, predicted?.start != start else { return nil }
    return since + idleDelay
  }

  private var idleDelay: Double { isZooming ? 0 : Self.idleDelay }
}
