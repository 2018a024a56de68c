import Geometry
import Glibc

/// The zoom steps at one anchor.
///
/// Scales are computed from the first step's start, and the placement of every rest is stored, so
/// equal numbers of steps in and out at the same anchor return to the same view bit for bit. At a
/// limit, the step that reaches it counts in full and further ones are ignored: the same number of
/// steps back returns exactly, and a wheel that was turned on against the limit responds at once
/// when it is turned back.
struct ZoomSteps: Hashable, Sendable {
  /// A placement at which the view came to rest.
  private struct Stop: Hashable, Sendable {
    var sum: Double
    var placement: Placement
  }

  let anchor: Point
  /// The anchor at which snapping was last adopted; see `ZoomController.adopted`.
  let home: Point
  /// The scale before the first step.
  private let scale: Double
  /// The last resting view as drawn; the image point under the cursor there is the one to keep.
  private var drawn: Placement
  private var stops: [Stop]
  /// The logarithm of the product of all steps' factors.
  private(set) var sum = 0.0

  /// Starts counting steps at an anchor, from a placement and its drawn counterpart.
  init(anchor: Point, home: Point, beginning: Placement, drawn: Placement) {
    self.anchor = anchor
    self.home = home
    scale = beginning.scale
    self.drawn = drawn
    stops = [Stop(sum: 0, placement: beginning)]
  }

  /// Records that the view has come to rest: the next step starts from what is drawn.
  ///
  /// A resting view lies on whole pixels. Without this, its rounding of up to half a pixel would be
  /// magnified by the next step.
  mutating func rest(at beginning: Placement, drawn: Placement) {
    self.drawn = drawn
    if stop == nil { stops.append(Stop(sum: sum, placement: beginning)) }
  }

  /// Adds a step.
  ///
  /// `step` is the logarithm of its factor and `detent` that of a whole detent.
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

  /// Returns the destination of the steps; `isReturn` is true if the view has rested there before.
  func target(limits: ZoomLimits) -> (placement: Placement, isReturn: Bool) {
    if let stop { return (stop.placement, true) }
    return (drawn.scaled(to: limits.cleaned(scale * exp(sum)), about: anchor), false)
  }

  /// The stored rest at the current sum, up to the rounding error of ten tenths of a detent and
  /// back.
  private var stop: Stop? { stops.first { abs($0.sum - sum) < 1e-9 } }
}
