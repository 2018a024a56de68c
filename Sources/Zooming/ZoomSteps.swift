import Geometry
import Glibc

/// The zoom steps at one place of the view, counted from where they began.
///
/// Each step is computed from the beginning, so steps in and out at the same place come back to the
/// same view bit for bit. At a limit the step that reaches it counts in full, and those
/// after it are forgotten: as many steps back as went in return exactly, and a wheel turned
/// on against the limit answers at once when it is turned back.
struct ZoomSteps: Hashable, Sendable {
  /// Where they are anchored.
  let anchor: Point
  /// Where snapping was last taken over into the anchor; see `ZoomController.zoom`.
  let home: Point
  /// The target before the first step.
  let beginning: Placement
  /// The same as it was drawn, which the anchor is computed from.
  let drawn: Placement
  /// The logarithm of the factor of all steps together.
  private(set) var sum = 0.0

  /// The steps to come at a place.
  init(anchor: Point, home: Point, beginning: Placement, drawn: Placement) {
    self.anchor = anchor
    self.home = home
    self.beginning = beginning
    self.drawn = drawn
  }

  /// Adds a step, the logarithm of its factor; `detent` is that of a whole detent.
  mutating func add(_ step: Double, detent: Double, limits: ZoomLimits) {
    guard step.isFinite else { return }
    let largest = log(limits.maximum / drawn.scale)
    let smallest = log(limits.minimum / drawn.scale)
    let slack = 1e-9
    if step > 0 {
      if sum >= largest - slack { return }
      sum += step
      if sum > largest + detent { sum -= ((sum - largest) / detent).rounded(.down) * detent }
    } else {
      if sum <= smallest + slack { return }
      sum += step
      if sum < smallest - detent { sum += ((smallest - sum) / detent).rounded(.down) * detent }
    }
    // Ten tenths of a detent and back leave a rounding error, which would be a view of its own.
    if abs(sum) < 1e-9 { sum = 0 }
  }

  /// Where the steps lead.
  func target(limits: ZoomLimits) -> Placement {
    if sum == 0 { return beginning }
    return drawn.scaled(to: limits.cleaned(drawn.scale * exp(sum)), about: anchor)
  }
}
