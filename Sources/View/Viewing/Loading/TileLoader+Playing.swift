import Geometry
import Tiles
import Tiling

/// A source that moves: which of its frames are there, and which are asked for.
extension TileLoader {
  /// The frame that is drawn.
  var frame: Int { playback?.frame ?? 0 }

  /// How many frames are made ahead at most: enough for one that takes longer than the others.
  private static let mostFramesAhead = 3
  /// How many frames are made together for steps back at most: where each takes a way from the
  /// first frame, the user waits once for all of them.
  private static let mostFramesBehind = 12
  /// How long a frame has to stay for being made sharper, in seconds: a shorter one is over before
  /// its tiles are there, and the decoder would have to begin again.
  private static let worthSharpening = 0.3
  /// The most frames that stay when they have been shown, whatever their size.
  private static let mostKeptFrames = 1024

  /// Begins to play what has told that it moves.
  func beMoving(playsAtOnce: Bool) {
    guard let info, info.isTimed, info.frameCount != 1 else { return }
    playback = Playback(count: info.frameCount, loops: info.loops, isPlaying: playsAtOnce)
  }

  /// Goes back to the first frame: what waits beside the view has no other.
  func rewind() {
    guard let playback else { return }
    self.playback = Playback(
      count: playback.count, loops: playback.loops, isPlaying: playback.isPlaying)
    readyFrames = []
  }

  /// Stands at a frame, there or not.
  func hold(_ frame: Int) { playback?.hold(frame) }

  /// Brings what is played to a time; whether other frames are shown or needed now.
  func play(runs: Bool, at time: Double) -> Bool {
    guard var next = playback, let info, failure == nil else { return false }
    next.learn(source.frameTimes, count: info.frameCount)
    next.setRunning(runs, at: time)
    next.advance(
      to: time, depth: framesAhead, stepsBack: framesBehind, isReady: readyFrames.contains,
      isLost: { frame in lacking.contains { $0.version == coloring.made(frame) } })
    let before = frame
    let changes = next.frame != before || next.ahead != playback?.ahead
    if next != playback { playback = next }
    if frame != before {
      readyFrames.remove(before)
      // Frames are made ready in the newest colours alone.
      coloring.isDrawnAnew()
    }
    return changes
  }

  /// When another frame is due that is there.
  var nextFrameChange: Double? { playback?.nextChange(isReady: readyFrames.contains) }

  /// The plan for the frame that is shown, and for those that come after it.
  ///
  /// A frame that was made for the view before it changed is shown as it is: decoders compose
  /// frames one after the other, and going back takes them long.
  func movingPlan(
    _ input: PlanInput, _ info: SourceInfo, _ playback: Playback, at now: Double
  ) -> TilePlan {
    let planner = TilePlanner(info: info)
    var input = input
    input.next = nil
    input.prefetches = false
    var plan = planner.plan(input, frame: coloring.made(frame), resident: residency.tiles)
    finishColoring(&plan)
    if let remaining = playback.remaining(at: now), remaining < Self.worthSharpening,
      covers(info.levels.fitLevel(of: input.destination))
    {
      plan.wanted = []
    }
    if let drawn = input.drawnFrame, drawn != drawnFrame {
      plan.kept.formUnion(residency.tiles.keys.filter { $0.version == drawn })
    }
    guard input.interest == .view else {
      readyFrames = []
      return plan
    }
    // What is not awaited is not kept: it may be there no more when its turn comes.
    readyFrames.formIntersection(playback.ahead)
    let bytes = LayerDetail.bytes(
      .init(source: id, view: input.destination, levels: info.levels, margin: input.margin),
      halvings: 0)
    let room = input.budget ?? MemoryBudget(surface: input.destination.surface).mostTiles
    let count = playback.count
    let keepsAll = count > 0 && count <= Self.mostKeptFrames && bytes <= room / count
    framesAhead =
      keepsAll ? Self.mostFramesAhead : min(max(room / max(1, bytes) - 1, 1), Self.mostFramesAhead)
    framesBehind = min(max(room / max(1, bytes) - 2, 1), Self.mostFramesBehind)
    input.current = input.destination
    for ahead in playback.ahead where ahead != frame {
      if readyFrames.contains(ahead) {
        plan.kept.formUnion(
          residency.tiles.keys.filter { $0.version == coloring.made(ahead) })
        continue
      }
      let next = planner.plan(
        input, frame: coloring.made(ahead), resident: residency.tiles)
      plan.prefetched += next.wanted
      plan.kept.formUnion(next.kept)
      if next.wanted.isEmpty { readyFrames.insert(ahead) }
    }
    if keepsAll {
      let levels = [
        info.levels.fitLevel(of: input.destination), info.levels.exactLevel(of: input.destination),
      ]
      let seen = input.destination.visibleTiles(of: levels[1], margin: input.margin)
      plan.kept.formUnion(
        residency.tiles.keys.filter {
          coloring.isDrawn($0) && ($0.level == levels[0] || seen.contains($0))
        })
    }
    return plan
  }
}

extension TilePlanner {
  /// The plan for one frame, which is planned as a picture that stands still is.
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
