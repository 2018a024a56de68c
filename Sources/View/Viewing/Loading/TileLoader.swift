import Geometry
import Tiles
import Tiling

/// What one layer of a view lacks, has and awaits: the only one that talks to its source.
///
/// It belongs to the view's thread, and never waits.
final class TileLoader {
  /// Gives the tiles.
  let source: any TileSource
  /// What it serves.
  var role: SourceRole {
    didSet { if role == .near || role == .awaited { rewind() } }
  }
  /// What is known of the source; `nil` until it has said it.
  private(set) var info: SourceInfo?
  /// Which tiles the renderer has.
  private(set) var residency = TileResidency()
  /// When each tile came, in seconds of the view's clock.
  private(set) var arrivals: [TileKey: Double] = [:]
  /// The plan that the source works on.
  private(set) var plan = TilePlan()
  /// What the source was asked for last: the plan without what is on its way to the renderer.
  private var asked = TilePlan()
  /// Whether it was told that the view rests.
  private var toldResting = false
  /// For what it was asked: a source that is no longer looked at ends its process.
  private var askedInterest: TilePlanner.Interest?
  /// Tiles that the renderer was given and has not reported yet.
  private var underWay: [TileKey: TileQuality] = [:]
  /// Tiles on their way that show what is no more.
  private var outdated: Set<TileKey> = []
  /// Since when its view has lacked tiles; `nil` while all are there.
  private(set) var lacksSince: Double?
  /// How far the running pass is, and when it was asked for.
  private(set) var progress: LoadProgress?
  /// Why it can't be shown (any further).
  private(set) var failure: String?
  /// Whether every pixel of it could be drawn once: from then on no frame of it is blank.
  var isDrawable = false
  /// What the pass that makes its whole picture was asked for besides, and from which view on.
  var firstStep: (start: Viewport, next: NextStep)?
  /// Tiles that can't be had, or are not there.
  private(set) var lacking: Set<TileKey> = []
  /// In which colours its tiles are made, and in which the frame is drawn.
  var coloring = Coloring()
  /// The display's curves in the colours that are drawn while these change.
  var oldCurves: DisplayCurves?
  /// How its frames are shown; `nil` where it stands still.
  var playback: Playback?
  /// Which frames have been there with all their tiles, and have not been shown since.
  var readyFrames: Set<Int> = []
  /// How many frames there is room for beside the one that is shown.
  var framesAhead = 1
  /// How many frames there is room for that are made together for steps back.
  var framesBehind = 1

  init(_ source: any TileSource, role: SourceRole) {
    self.source = source
    self.role = role
  }

  var id: SourceID { source.id }
  /// Tiles that are there, and in which quality.
  var tiles: [TileKey: TileQuality] { residency.tiles }
  /// Whether everything that its view needs is there.
  var isComplete: Bool { plan.wanted.isEmpty }

  /// Whether every pixel can be drawn at the level that always stands in, whatever the quality.
  func covers(_ level: Level) -> Bool {
    TileGrid(of: level).keys.allSatisfy {
      let key = $0.inFrame(drawnFrame)
      return residency.tiles[key] != nil || lacking.contains(key)
    }
  }

  /// Notes whether every pixel of a level can be drawn; true the first time that it can.
  func becomesDrawable(_ level: Level) -> Bool {
    guard !isDrawable, covers(level) else { return false }
    isDrawable = true
    return true
  }

  // MARK: What the view asks

  /// Brings the source's work up to date with what is seen.
  func update(
    _ input: PlanInput, renderer: any FrameRenderer, now: Double
  ) {
    guard let info, failure == nil else { return }
    var next =
      playback.map { movingPlan(input, info, $0, at: now) } ?? stillPlan(input, info)
    if !lacking.isEmpty { leaveOutLacking(&next) }
    leaveOutStragglers(&next, input, info)
    drop(what: next, renderer: renderer)
    noteWork(next, at: now)
    // What is on its way to the renderer is not made a second time.
    next.wanted.removeAll(where: isUnderWay)
    next.prefetched.removeAll(where: isUnderWay)
    let isResting = input.isResting && next.wanted.isEmpty && next.prefetched.isEmpty
    // A window that is covered for a while must not cost a source all that it has prepared.
    let interest = role == .near ? TilePlanner.Interest.fitOnly : .view
    guard
      next.wanted != asked.wanted || next.prefetched != asked.prefetched
        || interest != askedInterest || isResting && !toldResting
    else { return }
    asked = next
    toldResting = isResting
    askedInterest = interest
    if coloring.made > 0 { next = next.ofSource }
    // What only stands in for something has to wait for a slot: it is not worth a larger arena.
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

  /// Asks for nothing, as nobody sees it; what is there may stay for a while.
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

  /// Bytes of tiles that are asked for, or on their way to the renderer.
  var comingBytes: Int {
    (plan.wanted + plan.prefetched).reduce(0) {
      $0 + (residency.tiles[$1.key] == nil ? $1.key.layout.byteCount : 0)
    }
  }

  /// Notes what the view lacks, and since when.
  private func noteWork(_ next: TilePlan, at now: Double) {
    let hadWork = !plan.wanted.isEmpty
    plan = next
    if next.wanted.isEmpty {
      progress = nil
      lacksSince = nil
    } else if !hadWork {
      progress = LoadProgress(fraction: 0, since: now)
      lacksSince = now
    }
  }

  private func isUnderWay(_ tile: TilePlan.Wanted) -> Bool {
    underWay[tile.key].map { $0.rawValue >= tile.quality.rawValue } ?? false
  }

  /// Has the renderer forget what nobody will draw again.
  private func drop(what next: TilePlan, renderer: any FrameRenderer) {
    guard residency.tiles.keys.contains(where: { !next.kept.contains($0) }) else { return }
    // What is wanted may be in the renderer already, its report still on the way: it must stay.
    let keys = next.kept.union((next.wanted + next.prefetched).map(\.key))
    residency.retain(keys, number: renderer.retain(keys, of: id))
    arrivals = arrivals.filter { keys.contains($0.key) }
  }

  /// A tile that can't be had is not asked for again while the view stays where it is wanted; the
  /// next coarser ones are in its place.
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

  /// No pass over the picture is begun for what only lies around the next step's tiles.
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

  // MARK: What the source and the renderer say

  /// Takes news of the source.
  func receive(_ event: SourceEvent) {
    switch event {
    case .opened(let info): self.info = info
    case .changed(let info):
      // How bright it is, say: what has been asked for is right.
      if self.info?.levels != info.levels { asked = TilePlan() }
      self.info = info
    case .progress(let fraction): progress?.fraction = fraction
    case .idle: progress = nil
    case .tileFailed(let key, _), .tileMissing(let key): lacking.insert(coloring.name(key))
    case .invalidated(let area, let pixels): invalidate(area, pixels: pixels)
    case .failed(let sentence):
      failure = sentence
      // Nothing more comes: nobody waits for the rest.
      plan.wanted = []
      plan.prefetched = []
      progress = nil
      lacksSince = nil
    case .tile(let tile): underWay[coloring.name(tile.key)] = tile.quality
    case .incomplete, .noRoom, .profileRefused: break
    }
  }

  /// The renderer is done with a tile's memory: it is there, or never will be.
  func receiveRelease(of tile: Tile) { underWay[tile.key] = nil }

  /// Takes a report of the renderer; whether the tile is there, and nothing has dropped it
  /// meanwhile.
  func receiveResident(_ tile: Tile, after number: UInt64, at now: Double) -> Bool {
    underWay[tile.key] = nil
    let quality = outdated.remove(tile.key) == nil ? tile.quality : .preview
    guard residency.receive(tile.key, quality, after: number) else { return false }
    arrivals[tile.key] = now
    return true
  }

  /// Every tile is gone: all are asked for again, as if none had ever come.
  func forgetTiles() {
    residency.removeAll()
    arrivals = [:]
    underWay = [:]
    plan = TilePlan()
    asked = TilePlan()
    coloring.isDrawnAnew()
    isDrawable = false
    readyFrames = []
  }

  /// Marks tiles that touch an area of the extent as no longer right: they stay until they are
  /// replaced.
  private func invalidate(_ area: Rect, pixels: Double) {
    guard let levels = info?.levels else { return }
    func isTouched(_ key: TileKey) -> Bool { levels.tile(key, touches: area, pixels: pixels) }
    residency.makeStale(where: isTouched)
    lacking.removeAll()
    // What is on its way shows what is no more, too.
    outdated.formUnion(underWay.keys.filter(isTouched))
    underWay = underWay.filter { !isTouched($0.key) }
    asked = TilePlan()
  }
}

/// What a source serves in a view.
public enum SourceRole: Hashable, Sendable {
  /// It is what the view shows.
  case shown
  /// It takes the view once every pixel of the view that it begins with can be drawn.
  case awaited
  /// It waits beside what is shown: its fit view alone is kept.
  case near
  /// It slides out, and keeps what it is drawn from until it is out.
  case leaving
  /// It lies over what is shown, as `TiledView.layers` says; in none of them it asks for nothing.
  case layer
}

/// How far a pass over a source is.
public struct LoadProgress: Hashable, Sendable {
  /// From 0 to 1.
  public var fraction: Double
  /// Since when it is waited for, in seconds of the view's clock.
  public var since: Double
}
