import Geometry
import Tiles
import Tiling

extension TilePlanner {
  /// Returns the plan for an input with these parts; all others are those of a view at rest.
  func plan(
    destination: Viewport, current: Viewport, resident: [TileKey: TileQuality],
    focus: Point? = nil, interest: Interest = .view, access: Access = .pass,
    motion: Motion? = nil, heading: Point = .zero, margin: Int = 0, isFading: Bool = false,
    budget: Int? = nil, next: NextStep? = nil
  ) -> TilePlan {
    plan(
      PlanInput(
        destination: destination, current: current, interest: interest, focus: focus,
        motion: motion, heading: heading, margin: margin, isFading: isFading, budget: budget,
        next: next),
      resident: resident, access: access)
  }
}
