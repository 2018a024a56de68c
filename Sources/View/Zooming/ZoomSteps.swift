import Geometry
import Glibc

/// The zoom steps at one place of the view, counted from where they began.
///
/// Scales are computed from the beginning and every view that the steps came to rest at is
/// remembered, so steps in and out at the same place come back to the same view bit for bit. At a
/// limit the step that reaches it counts in full, and those after it are forgotten: as many steps
/// back as went in return exactly, and a wheel turned on against the limit answers at once when it
/// is turned back.
struct ZoomSteps: Hashable, Sendable {
  /// A view that the steps came to rest at.
  private struct Stop: Hashable, Sendable {
    var sum: Double
    var placement: Placement
  }

  /// Where they are anchored.
  let anchor: Point
  /// Where snapping was last taken over into the anchor; see `ZoomController.adopted`.
  let home: Point
  /// The scale before the first step.
  private let scale: Double
  /// The last resting view as it was drawn: whatever was under the cursor there stays there.
  private var drawn: Placement
  private var stops: [Stop]
  /// The logarithm of the factor of all steps together.
  private(set) var sum = 0.0

  /// The steps to come at a place, from a view and the same as it is drawn.
  init(anchor: Point, home: Point, beginning: Placement, drawn: Placement) {
    self.anchor = anchor
    self.home = home
    scale = beginning.scale
    self.drawn = drawn
    stops = [Stop(sum: 0, placement: beginning)]
  }

  /// The view has come to rest: the next step starts from what is drawn.
  ///
  /// A resting view has whole pixels. Without this the half pixel that it was moved by would be
  /// magnified with it.
  mutating func rest(at beginning: Placement, drawn: Placement) {
    self.drawn = drawn
    if stop == nil { stops.append(Stop(sum: sum, placement: beginning)) }
  }

  /// Adds a step, the logarithm of its factor; `detent` is that of a whole detent.
  mutating func add(_ step: Double, detent: Double, limits: ZoomLimits) {
    let largest = log(limits.maximum / scale)
    let smallest = log(limits.minimum / scale)
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
  }

  /// Where the steps lead, and whether they have been there before.
  func target(limits: ZoomLimits) -> (placement: Placement, isReturn: Bool) {
    if let stop { return (stop.placement, true) }
    return (drawn.scaled(to: limits.cleaned(scale * exp(sum)), about: anchor), false)
  }

  /// Ten tenths of a detent and back leave a rounding error, which is no view of its own.
  private var stop: Stop? { stops.first { abs($0.sum - sum) < 1e-9 } }
}
