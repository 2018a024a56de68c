import Geometry
import Rendering
import Tiles
import Tiling

/// Requests and keeps the tiles of one source; the only part that talks to it.
///
/// It belongs to the view's thread, and never blocks it.
final class TileLoader {
  let source: any TileSource
  /// The role of the source.
  private(set) var role: SourceRole {
    didSet { if role == .near || role == .pending { animation?.rewind() } }
  }
  /// The description of the source; `nil` until it has opened.
  private(set) var info: SourceInfo?
  /// The tiles that the renderer has.
  private(set) var residency = TileResidency()
  /// When each tile arrived, in seconds of the view's clock.
  private(set) var arrivals: [TileKey: Double] = [:]
  /// The current plan.
  private(set) var plan = TilePlan()
  /// The state in which planning changed nothing: it is not planned again.
  private var settled: PlanState?
  /// The last request: the plan without tiles on their way to the renderer.
  private var asked = TilePlan()
  /// True if the source knows that the view is idle.
  private var hasReportedRest = false
  /// The interest of the last request; a source that is only kept for its fit view ends its
  /// process.
  private var askedInterest: TilePlanner.Interest?
  /// Tiles that the renderer has received but not reported yet.
  private var underWay: [TileKey: TileQuality] = [:]
  /// Tiles on their way whose content is out of date.
  private var outdated: Set<TileKey> = []
  /// Since when tiles of the view have been missing; `nil` while none is.
  private(set) var missingSince: Double?
  /// The progress of the current pass, and when the pass was requested.
  private(set) var progress: LoadProgress?
  /// Why the source failed.
  private(set) var failure: String?
  /// True once every pixel could be drawn; from then on no frame of it is blank.
  private(set) var isDrawable = false
  /// The zoom step that was requested with the pass over the whole picture, and the view it starts
  /// from.
  private var firstStep: (start: Viewport, next: NextStep)?
  /// Tiles that failed or do not exist.
  private var lacking: Set<TileKey> = []
  /// The generations of output transforms in which tiles are made and drawn.
  private var transforms = OutputTransforms()
  /// The frames of the animation; `nil` for a still picture.
  private var animation: AnimationFrames?

  init(_ source: any TileSource, role: SourceRole) {
    self.source = source
    self.role = role
  }

  var id: SourceID { source.id }
  var tiles: [TileKey: TileQuality] { residency.tiles }
  /// True if no tile of the view is missing.
  var isComplete: Bool { plan.wanted.isEmpty }

  /// True if every pixel can be drawn at a level, in any quality; failed tiles count as drawn.
  func covers(_ level: Level) -> Bool {
    TileGrid(of: level).keys.allSatisfy {
      let key = $0.inFrame(drawnFrame)
      return residency.tiles[key] != nil || lacking.contains(key)
    }
  }

  /// Returns true the first time that every pixel of a level can be drawn.
  func becomesDrawable(_ level: Level) -> Bool {
    guard !isDrawable, covers(level) else { return false }
    isDrawable = true
    return true
  }

  /// Returns the zoom step to request with the pass over the whole picture that starts from a view;
  /// asks `predict` for one only if the view has changed.
  func firstStep(from view: Viewport, predict: () -> NextStep?) -> NextStep? {
    // Keep the decision: to drop half of a pass, or to restart it, would waste work.
    if let firstStep, firstStep.start == view { return firstStep.next }
    firstStep = predict().map { (view, $0) }
    return firstStep?.next
  }

  /// Gives the source another role.
  func setRole(_ role: SourceRole) { self.role = role }

  /// Shows the source from the next frame on.
  func show() {
    role = .shown
    isDrawable = true
  }

  /// Makes `becomesDrawable(_:)` return true once more.
  func mustBeCovered() { isDrawable = false }

  // MARK: Requests

  /// Updates the requests to the source for a new input.
  func update(
    _ input: PlanInput, renderer: any FrameRenderer, now: Double
  ) {
    guard let info, failure == nil else { return }
    let state = planState(input, info)
    // An animation's plans depend on the time, too.
    guard animation != nil || state != settled else { return }
    request(input, info, renderer: renderer, now: now)
    // The next plan depends on the tiles that this one evicts and the failures that it forgets.
    settled = state == planState(input, info) ? state : nil
  }

  private func planState(_ input: PlanInput, _ info: SourceInfo) -> PlanState {
    PlanState(
      input: input, info: info, access: source.access, role: role, tiles: residency.tiles,
      underWay: underWay, lacking: lacking, transforms: transforms, plan: plan, asked: asked,
      askedInterest: askedInterest, hasReportedRest: hasReportedRest)
  }

  /// Plans, and requests what has changed since the last request.
  private func request(
    _ input: PlanInput, _ info: SourceInfo, renderer: any FrameRenderer, now: Double
  ) {
    var next = animation == nil ? stillPlan(input, info) : movingPlan(input, info, at: now)
    if !lacking.isEmpty { leaveOutLacking(&next) }
    leaveOutStragglers(&next, input, info)
    drop(what: next, renderer: renderer)
    noteWork(next, at: now)
    // Do not request tiles again that are on their way to the renderer.
    next.wanted.removeAll(where: isUnderWay)
    next.prefetched.removeAll(where: isUnderWay)
    let isResting = input.isResting && next.wanted.isEmpty && next.prefetched.isEmpty
    // A window that is covered for a while must not discard what a source has prepared.
    let interest = role == .near ? TilePlanner.Interest.fitOnly : .view
    guard
      next.wanted != asked.wanted || next.prefetched != asked.prefetched
        || interest != askedInterest || isResting && !hasReportedRest
    else { return }
    asked = next
    hasReportedRest = isResting
    askedInterest = interest
    if transforms.made > 0 { next = next.ofSource }
    // Only exact tiles of these levels justify a larger arena; stand-ins can wait for a slot.
    let levels = [
      info.levels.fitLevel(of: input.destination), info.levels.exactLevel(of: input.destination),
    ]
    let lacked = next.wanted.count { $0.quality == .exact && levels.contains($0.key.level) }
    source.update(
      next,
      for: SourceDemand(
        surface: input.destination.surface, margin: input.margin, interest: interest,
        isClose: levels[0] != levels[1], isResting: isResting, lackedTiles: lacked), now: now)
  }

  /// Requests nothing while the source is not visible; resident tiles may stay for a while.
  func rest(
    surface: PixelSize, keepsTiles: Bool, renderer: any FrameRenderer, now: Double
  ) {
    guard failure == nil else { return }
    let next = TilePlan(kept: keepsTiles ? Set(residency.tiles.keys) : [])
    drop(what: next, renderer: renderer)
    noteWork(next, at: now)
    lacking.removeAll()
    guard !asked.wanted.isEmpty || !asked.prefetched.isEmpty || askedInterest == .view else {
      return
    }
    asked = next
    askedInterest = .fitOnly
    source.update(
      next, for: SourceDemand(surface: surface, interest: .fitOnly, lackedTiles: 0), now: now)
  }

  /// The bytes of tiles that are requested or on their way to the renderer.
  var comingBytes: Int {
    (plan.wanted + plan.prefetched).reduce(0) {
      $0 + (residency.tiles[$1.key] == nil ? $1.key.layout.byteCount : 0)
    }
  }

  /// Records the plan and since when tiles have been missing.
  private func noteWork(_ next: TilePlan, at now: Double) {
    let hadWork = !plan.wanted.isEmpty
    plan = next
    if next.wanted.isEmpty {
      progress = nil
      missingSince = nil
    } else if !hadWork {
      progress = LoadProgress(fraction: 0, since: now)
      missingSince = now
    }
  }

  private func isUnderWay(_ tile: TilePlan.Wanted) -> Bool {
    underWay[tile.key].map { $0.rawValue >= tile.quality.rawValue } ?? false
  }

  /// Evicts tiles that are neither kept nor wanted.
  private func drop(what next: TilePlan, renderer: any FrameRenderer) {
    guard residency.tiles.keys.contains(where: { !next.kept.contains($0) }) else { return }
    // A wanted tile may already be in the renderer, with its report still on the way: keep it.
    let keys = next.kept.union((next.wanted + next.prefetched).map(\.key))
    residency.retain(keys, number: renderer.retain(keys, of: id))
    arrivals = arrivals.filter { keys.contains($0.key) }
  }

  /// Removes failed tiles from the plan while the view still wants them; the next coarser tiles
  /// take their place.
  private func leaveOutLacking(_ next: inout TilePlan) {
    let keys = Set((next.wanted + next.prefetched).map(\.key))
    let standIns =
      info?.levels.standIns(
        for: next.wanted.map(\.key).filter(lacking.contains), isLacking: lacking.contains)
      ?? StandIns()
    lacking.formIntersection(keys.union(standIns.lacking))
    next.wanted.removeAll { lacking.contains($0.key) }
    next.prefetched.removeAll { lacking.contains($0.key) }
    next.kept.formUnion(standIns.keys.filter { residency.tiles[$0] != nil })
    next.wanted += standIns.keys.filter { residency.tiles[$0] == nil && !keys.contains($0) }
      .map { .init(key: $0, quality: .exact) }
  }

  /// Removes prefetched tiles around the next step's view if they would need a pass of their own.
  private func leaveOutStragglers(
    _ next: inout TilePlan, _ input: PlanInput, _ info: SourceInfo
  ) {
    guard let step = input.next, source.access == .pass, next.wanted.isEmpty,
      !next.prefetched.isEmpty
    else { return }
    let missing = next.prefetched.filter { !isUnderWay($0) }
    guard
      !TilePlanner(info: info).isWorthAPass(
        missing, for: step, margin: input.margin, asked: asked.prefetched)
    else { return }
    next.prefetched.removeAll { !isUnderWay($0) }
  }

  private func stillPlan(_ input: PlanInput, _ info: SourceInfo) -> TilePlan {
    guard transforms != OutputTransforms() else {
      return TilePlanner(info: info)
        .plan(input, resident: residency.tiles, access: source.access)
    }
    return drawnPlan(input, info, access: source.access)
  }

  /// Returns the plan for the frame that is shown and for those that follow.
  private func movingPlan(_ input: PlanInput, _ info: SourceInfo, at now: Double) -> TilePlan {
    var input = input
    input.next = nil
    input.prefetches = false
    var plan = drawnPlan(input, info, access: .pass)
    if animation?.isWorthSharpening(at: now) == false,
      covers(info.levels.fitLevel(of: input.destination))
    {
      plan.wanted = []
    }
    animation?
      .prefetch(
        into: &plan, input, info, of: id, in: transforms, resident: residency.tiles)
    return plan
  }

  /// Returns the plan for the shown frame in the newest colours; tiles in older ones are kept while
  /// they are drawn.
  private func drawnPlan(
    _ input: PlanInput, _ info: SourceInfo, access: TilePlanner.Access
  ) -> TilePlan {
    var plan = TilePlanner(info: info)
      .plan(input, frame: transforms.made(frame), resident: residency.tiles, access: access)
    if transforms.isChanging {
      if plan.wanted.allSatisfy({ lacking.contains($0.key) }) {
        transforms.drawInNewest()
      } else {
        plan.kept.formUnion(residency.tiles.keys.filter(transforms.isDrawn))
      }
    }
    if let drawn = input.drawnFrame, drawn != drawnFrame {
      // Until another frame is on the screen, the old one may have to be drawn again.
      plan.kept.formUnion(residency.tiles.keys.filter { $0.version == drawn })
    }
    return plan
  }

  // MARK: Animation and colours

  /// The playback of the animation; `nil` for a still picture.
  var playback: Playback? { animation?.playback }
  /// The number of the frame that is drawn.
  var frame: Int { animation?.frame ?? 0 }
  /// The version of the frame that is drawn.
  var drawnFrame: FrameVersion { transforms.drawn(frame) }
  /// When the next frame that is ready is due.
  var nextFrameChange: Double? { animation?.nextChange }

  /// Plays the source if it is an animation.
  func beMoving(playsAtOnce: Bool) {
    guard let info, let frames = AnimationFrames(of: info, playsAtOnce: playsAtOnce) else { return }
    animation = frames
  }

  /// Changes what a person steers: frame, speed, pause.
  func steer(_ change: (inout Playback) -> Void) { animation?.steer(change) }

  /// Advances the animation to a time; returns true if the shown frame or the requested ones
  /// change.
  func play(runs: Bool, at time: Double) -> Bool {
    guard let info, failure == nil, let before = animation?.frame else { return false }
    let changes = animation?
      .advance(
        to: time, runs: runs, times: source.frameTimes, count: info.frameCount,
        isLost: { frame in lacking.contains { $0.version == transforms.made(frame) } })
    // Frames become ready in the newest colours only.
    if frame != before { transforms.drawInNewest() }
    return changes ?? false
  }

  /// The brightness of what is drawn, and how its light is encoded for the display it was made for.
  var drawnLight: PictureLight? { info.map(transforms.light) }

  /// Starts to make all tiles again for another display profile; existing ones stay until
  /// everything visible can be drawn in the new colours.
  func recolor() {
    guard let info else { return }
    transforms.change(from: info.displayCurves)
    animation?.forgetReady()
  }

  /// Returns a tile of the source under the view's key.
  func named(_ tile: Tile) -> Tile { tile.inGeneration(transforms.made) }

  // MARK: Events

  func receive(_ event: SourceEvent) {
    switch event {
    case .opened(let info): self.info = info
    case .changed(let info):
      // If the levels are the same, the request stays valid; the brightness may have changed, say.
      if self.info?.levels != info.levels { asked = TilePlan() }
      self.info = info
    case .progress(let fraction): progress?.fraction = fraction
    case .idle: progress = nil
    case .tileFailed(let key, _), .tileMissing(let key): lacking.insert(transforms.name(key))
    case .invalidated(let area, let pixels): invalidate(area, pixels: pixels)
    case .failed(let sentence):
      failure = sentence
      // No tile follows, so none counts as missing.
      plan.wanted = []
      plan.prefetched = []
      progress = nil
      missingSince = nil
    case .tile(let tile): underWay[transforms.name(tile.key)] = tile.quality
    case .incomplete, .noRoom, .profileRefused: break
    }
  }

  /// The renderer has released a tile's memory: the tile is resident, or was dropped.
  func receiveRelease(of tile: Tile) { underWay[tile.key] = nil }

  /// Handles the renderer's report of a resident tile; returns false if the tile was evicted
  /// meanwhile.
  func receiveResident(_ tile: Tile, after number: UInt64, at now: Double) -> Bool {
    underWay[tile.key] = nil
    let quality = outdated.remove(tile.key) == nil ? tile.quality : .preview
    guard residency.receive(tile.key, quality, after: number) else { return false }
    arrivals[tile.key] = now
    return true
  }

  /// Forgets all tiles after the renderer has lost them; all are requested again.
  func forgetTiles() {
    residency.removeAll()
    arrivals = [:]
    underWay = [:]
    plan = TilePlan()
    asked = TilePlan()
    transforms.drawInNewest()
    isDrawable = false
    animation?.forgetReady()
  }

  /// Marks tiles that touch an area of the extent as out of date; they stay until new ones arrive.
  private func invalidate(_ area: Rect, pixels: Double) {
    guard let levels = info?.levels else { return }
    func isTouched(_ key: TileKey) -> Bool { levels.tile(key, touches: area, pixels: pixels) }
    residency.makeStale(where: isTouched)
    lacking.removeAll()
    // Tiles on their way are out of date, too.
    outdated.formUnion(underWay.keys.filter(isTouched))
    underWay = underWay.filter { !isTouched($0.key) }
    asked = TilePlan()
  }
}
