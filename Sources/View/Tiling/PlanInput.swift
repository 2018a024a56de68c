import Geometry
import Tiles

/// Everything that a plan follows from: the one value that goes into the planner.
package struct PlanInput: Hashable, Sendable {
  /// The settled view where the motion ends.
  package var destination: Viewport
  /// What is drawn now.
  package var current: Viewport
  /// What there is to make tiles for.
  package var interest: TilePlanner.Interest
  /// The point of the surface near which tiles come first; its centre where there is none.
  package var focus: Point?
  /// How the view moves; `nil` at rest.
  package var motion: TilePlanner.Motion?
  /// Which way it has been panned last.
  package var heading: Point
  /// What filters look at beyond each side of the surface, in device pixels.
  package var margin: Int
  /// Whether tiles come in gently: those that they replace stay meanwhile.
  package var isFading: Bool
  /// Bytes that all kept tiles but the fit view's may take; `nil` for the surface's usual share.
  package var budget: Int?
  /// What a view at rest is to be prepared for, or one of a whole picture that is still being made.
  package var next: NextStep?
  /// Whether the view is left alone, and a source that takes long may make itself ready.
  package var isResting: Bool
  /// Whether tiles that the view does not need yet are asked for, beside it and ahead of it.
  package var prefetches: Bool
  /// The frame of a source that moves that the screen was drawn from last.
  package var drawnFrame: FrameVersion?

  /// A view at rest, and what differs from that.
  package init(
    destination: Viewport, current: Viewport? = nil, interest: TilePlanner.Interest = .view,
    focus: Point? = nil, motion: TilePlanner.Motion? = nil, heading: Point = .zero,
    margin: Int = 0, isFading: Bool = false, budget: Int? = nil, next: NextStep? = nil,
    drawnFrame: FrameVersion? = nil, isResting: Bool = false, prefetches: Bool = true
  ) {
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

/// The next step of a zoom, for which a view is prepared before it comes.
package struct NextStep: Hashable, Sendable {
  /// The settled view that it leads to.
  package var view: Viewport
  /// Bytes that the tiles of both views may take, the fit view's apart.
  package var budget: Int

  /// A step to a view.
  package init(to view: Viewport, budget: Int) {
    self.view = view
    self.budget = budget
  }
}

extension TilePlanner {
  /// The plan for a moment, of which `resident` says in which quality tiles are there already and
  /// `access` what a tile more costs.
  package func plan(
    _ input: PlanInput, resident: [TileKey: TileQuality], access: Access
  ) -> TilePlan {
    if input.interest == .still { return stillPlan(input, resident: resident) }
    var plan = plan(
      destination: input.destination, current: input.current, resident: resident,
      focus: input.focus, interest: input.interest, access: access, motion: input.motion,
      heading: input.heading, margin: input.margin, isFading: input.isFading, budget: input.budget,
      next: input.next)
    if !input.prefetches { plan.prefetched = [] }
    return plan
  }

  /// The tiles of the view's own scale, and nothing that could stand in for them: nobody sees them
  /// come.
  private func stillPlan(_ input: PlanInput, resident: [TileKey: TileQuality]) -> TilePlan {
    let view = input.destination
    let keys = view.visibleTiles(of: info.levels.exactLevel(of: view), margin: input.margin).keys
    return TilePlan(
      wanted: keys.filter { resident[$0] != .exact }.map { .init(key: $0, quality: .exact) },
      kept: Set(keys.filter { resident[$0] != nil }))
  }
}
