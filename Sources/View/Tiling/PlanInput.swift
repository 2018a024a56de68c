import Geometry
import Tiles

/// Everything that a tile plan depends on; the planner's only input.
package struct PlanInput: Hashable, Sendable {
  /// The settled view at the end of the motion.
  package var destination: Viewport
  /// The view that is drawn now.
  package var current: Viewport
  /// The purpose of the tiles.
  package var interest: TilePlanner.Interest
  /// The point of the surface near which tiles come first; `nil` is its centre.
  package var focus: Point?
  /// The motion of the view; `nil` at rest.
  package var motion: TilePlanner.Motion?
  /// The direction of the last pan.
  package var heading: Point
  /// The number of device pixels that filters sample beyond each side of the surface.
  ///
  /// Tiles there are wanted and kept like the view's own, but after them.
  package var margin: Int
  /// True while new tiles fade in; the tiles that they replace stay until then.
  package var isFading: Bool
  /// The budget in bytes for all kept tiles except the fit view's; `nil` is the surface's default
  /// share.
  ///
  /// The destination's visible tiles are never evicted for it.
  package var budget: Int?
  /// The zoom step for which a view at rest, or a fit view that is still loading, is prepared.
  package var next: NextStep?
  /// True while the view is idle, so that a slow source may prepare itself.
  package var isResting: Bool
  /// True if tiles are prefetched, around the view and ahead of its motion.
  package var prefetches: Bool
  /// The frame of an animation from which the screen was drawn last.
  package var drawnFrame: FrameVersion?
  /// A small level that is drawn beside the view, as in a navigator; all of it is wanted, last.
  package var partLevel: Level?

  /// Creates an input; the defaults are those of a view at rest.
  package init(
    destination: Viewport, current: Viewport? = nil, interest: TilePlanner.Interest = .view,
    focus: Point? = nil, motion: TilePlanner.Motion? = nil, heading: Point = .zero,
    margin: Int = 0, isFading: Bool = false, budget: Int? = nil, next: NextStep? = nil,
    drawnFrame: FrameVersion? = nil, isResting: Bool = false, prefetches: Bool = true,
    partLevel: Level? = nil
  ) {
    self.partLevel = partLevel
    self.drawnFrame = drawnFrame
    self.destination = destination
    self.current = current ?? destination
    self.interest = interest
    self.focus = focus
    self.motion = motion
    self.heading = heading
    self.margin = margin
    self.isFading = isFading
    self.budget = budget
    self.next = next
    self.isResting = isResting
    self.prefetches = prefetches
  }
}

/// The next zoom step, whose tiles are prefetched.
package struct NextStep: Hashable, Sendable {
  /// The settled view after the step.
  package var view: Viewport
  /// The budget in bytes for the tiles of both views, without the fit view's.
  package var budget: Int

  /// Creates a step to a view.
  package init(to view: Viewport, budget: Int) {
    self.view = view
    self.budget = budget
  }
}
