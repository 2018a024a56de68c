import Tiles
import Tiling

/// Everything that a still picture's plan depends on, and everything that planning changes.
struct PlanState: Equatable {
  let input: PlanInput
  let info: SourceInfo
  let access: TilePlanner.Access
  let role: SourceRole
  let tiles, underWay: [TileKey: TileQuality]
  let lacking: Set<TileKey>
  let transforms: OutputTransforms
  let plan, asked: TilePlan
  let askedInterest: TilePlanner.Interest?
  let hasReportedRest: Bool
}
