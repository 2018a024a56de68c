import Geometry
import Tiles
import Tiling

/// The frames of an animation: which is shown, which are ready, and which are requested.
struct AnimationFrames {
  /// The maximum number of frames that are decoded ahead: enough for one that takes longer than the
  /// others.
  private static let mostPrefetched = 3
  /// The maximum number of frames that are made together for steps back.
  ///
  /// If each has to be composed from the first frame on, the user waits only once for all of them.
  private static let mostBehind = 12
  /// The minimum remaining time, in seconds, for which a frame is made sharper.
  ///
  /// A shorter frame would be over before its tiles arrive, and the decoder would have to start
  /// again.
  private static let worthSharpening = 0.3
  /// The maximum number of frames that are kept after they were shown, whatever their size.
  private static let mostKept = 1024

  /// What a person sees and steers: frame, speed, pause.
  private(set) var playback: Playback
  /// Frames that became complete and have not been shown since.
  private var ready: Set<Int> = []
  /// The number of frames that fit into memory beside the one that is shown.
  private var prefetched = 1
  /// The number of frames for steps back that fit into memory and are made together.
  private var behind = 1

  /// Returns `nil` for a still picture.
  init?(of info: SourceInfo, playsAtOnce: Bool) {
    guard info.isTimed, info.frameCount != 1 else { return nil }
    playback = Playback(count: info.frameCount, loops: info.loops, isPlaying: playsAtOnce)
  }

  /// The number of the frame that is shown.
  var frame: Int { playback.frame }

  /// When the next frame that is ready is due.
  var nextChange: Double? { playback.nextChange(isReady: ready.contains) }

  /// Changes what a person steers.
  mutating func steer(_ change: (inout Playback) -> Void) { change(&playback) }

  /// Returns to the first frame: a source that is not shown keeps no other.
  mutating func rewind() {
    playback = Playback(
      count: playback.count, loops: playback.loops, isPlaying: playback.isPlaying)
    ready = []
  }

  /// Forgets which frames are ready, as all tiles are made again.
  mutating func forgetReady() { ready = [] }

  /// Advances to a time; returns true if the shown frame or the requested ones change.
  ///
  /// `times` are the known durations of frames, in microseconds, and `count` is their number.
  mutating func advance(
    to time: Double, runs: Bool, times: [Int], count: Int, isLost: (Int) -> Bool
  ) -> Bool {
    var next = playback
    next.learn(times, count: count)
    next.setRunning(runs, at: time)
    next.advance(
      to: time, depth: prefetched, stepsBack: behind, isReady: ready.contains, isLost: isLost)
    let changes = next.frame != frame || next.prefetched != playback.prefetched
    if next.frame != frame { ready.remove(frame) }
    if next != playback { playback = next }
    return changes
  }

  /// True if the shown frame lasts long enough at a time to be made sharper.
  func isWorthSharpening(at now: Double) -> Bool {
    playback.remaining(at: now).map { $0 >= Self.worthSharpening } ?? true
  }

  /// Adds the frames that follow to the plan of the shown one.
  ///
  /// A frame that was made before the view changed is shown as it is: decoders compose frames one
  /// after the other, so going back is slow.
  mutating func prefetch(
    into plan: inout TilePlan, _ input: PlanInput, _ info: SourceInfo, of source: SourceID,
    in transforms: OutputTransforms, resident: [TileKey: TileQuality]
  ) {
    guard input.interest == .view else {
      ready = []
      return
    }
    // Frames that are not requested are not kept, so they may be gone when their turn comes.
    ready.formIntersection(playback.prefetched)
    let keepsAll = divideMemory(input, info, of: source)
    let planner = TilePlanner(info: info)
    var input = input
    input.current = input.destination
    for number in playback.prefetched where number != frame {
      let version = transforms.made(number)
      if ready.contains(number) {
        plan.kept.formUnion(resident.keys.filter { $0.version == version })
        continue
      }
      let next = planner.plan(input, frame: version, resident: resident)
      plan.prefetched += next.wanted
      plan.kept.formUnion(next.kept)
      if next.wanted.isEmpty { ready.insert(number) }
    }
    guard keepsAll else { return }
    let levels = [
      info.levels.fitLevel(of: input.destination), info.levels.exactLevel(of: input.destination),
    ]
    let seen = input.destination.visibleTiles(of: levels[1], margin: input.margin)
    plan.kept.formUnion(
      resident.keys.filter {
        transforms.isDrawn($0) && ($0.level == levels[0] || seen.contains($0))
      })
  }

  /// Decides how many frames are prefetched; returns true if there is memory for all of them.
  private mutating func divideMemory(
    _ input: PlanInput, _ info: SourceInfo, of source: SourceID
  ) -> Bool {
    let bytes = LayerDetail.bytes(
      .init(source: source, view: input.destination, levels: info.levels, margin: input.margin),
      halvings: 0)
    let room = input.budget ?? MemoryBudget(surface: input.destination.surface).mostTiles
    let count = playback.count
    let keepsAll = count > 0 && count <= Self.mostKept && bytes <= room / count
    prefetched =
      keepsAll
      ? Self.mostPrefetched : min(max(room / max(1, bytes) - 1, 1), Self.mostPrefetched)
    behind = min(max(room / max(1, bytes) - 2, 1), Self.mostBehind)
    return keepsAll
  }
}

extension TilePlanner {
  /// Returns the plan for one frame, planned like a still picture.
  func plan(
    _ input: PlanInput, frame: FrameVersion, resident: [TileKey: TileQuality],
    access: Access = .pass
  ) -> TilePlan {
    func own(_ tiles: [TilePlan.Wanted]) -> [TilePlan.Wanted] {
      tiles.map { .init(key: $0.key.inFrame(frame), quality: $0.quality) }
    }
    var there: [TileKey: TileQuality] = [:]
    for (key, quality) in resident where key.version == frame {
      there[key.inFrame(FrameVersion())] = quality
    }
    let plan = plan(input, resident: there, access: access)
    return TilePlan(
      wanted: own(plan.wanted), prefetched: own(plan.prefetched),
      kept: Set(plan.kept.map { $0.inFrame(frame) }))
  }
}
