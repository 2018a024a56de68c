import Geometry
import Tiles
import ViewGeometry

/// Everything that a plan follows from: the one value that goes into the planner.
public struct PlanInput: Hashable, Sendable {
  /// The settled view where the motion ends.
  public var destination: Viewport
  /// What is drawn now.
  public var current: Viewport
  /// What there is to make tiles for.
  public var interest: TilePlanner.Interest
  /// The point of the surface near which tiles come first; its centre where there is none.
  public var focus: Point?
  /// How the view moves; `nil` at rest.
  public var motion: TilePlanner.Motion?
  /// Which way it has been panned last.
  public var heading: Point
  /// What filters look at beyond each side of the surface, in device pixels.
  public var margin: Int
  /// Whether tiles come in gently: those that they replace stay meanwhile.
  public var isFading: Bool
  /// Bytes that all kept tiles but the fit view's may take; `nil` for the surface's usual share.
  public var budget: Int?
  /// What a view at rest is to be prepared for.
  public var next: NextStep?
  /// Whether tiles that the view does not need yet are asked for, beside it and ahead of it.
  public var prefetches: Bool

  /// A view at rest, and what differs from that.
  public init(
    destination: Viewport, current: Viewport? = nil, interest: TilePlanner.Interest = .view,
    focus: Point? = nil, motion: TilePlanner.Motion? = nil, heading: Point = .zero,
    margin: Int = 0, isFading: Bool = false, budget: Int? = nil, next: NextStep? = nil,
    prefetches: Bool = true
  ) {
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
    self.prefetches = prefetches
  }
}

/// The next step of a zoom, for which a view at rest is prepared.
public struct NextStep: Hashable, Sendable {
  /// The settled view that it leads to.
  public var view: Viewport
  /// Bytes that the tiles of both views may take, the fit view's apart.
  public var budget: Int

  /// A step to a view.
  public init(to view: Viewport, budget: Int) {
    self.view = view
    self.budget = budget
  }
}

extension TilePlanner {
  /// The plan for a moment, of which `resident` says in which quality tiles are there already and
  /// `access` what a tile more costs.
  public func plan(
    _ input: PlanInput, resident: [TileKey: TileQuality], access: Access
  ) -> TilePlan {
    if input.interest == .still { return stillPlan(input, resident: resident) }
    var plan = plan(
      destination: input.destination, current: input.current, resident: resident,
      focus: input.focus, interest: input.interest, access: access, motion: input.motion,
      heading: input.heading, margin: input.margin, isFading: input.isFading, budget: input.budget,
      next: input.next)
    if !input.prefetches { plan.ahead = [] }
    return plan
  }

  /// The tiles of the view's own scale, and nothing that could stand in for them: nobody sees them come.
  private func stillPlan(_ input: PlanInput, resident: [TileKey: TileQuality]) -> TilePlan {
    let view = input.destination
    let keys = view.visibleTiles(of: info.levels.exactLevel(of: view), margin: input.margin).keys
    return TilePlan(
      wanted: keys.filter { resident[$0] != .exact }.map { .init(key: $0, quality: .exact) },
      kept: Set(keys.filter { resident[$0] != nil }))
  }
}
