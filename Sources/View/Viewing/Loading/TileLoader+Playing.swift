import Geometry
import Tiles
import Tiling

/// Animations: which frames are ready, and which are requested.
extension TileLoader {
  /// The number of the frame that is drawn.
  var frame: Int { playback?.frame ?? 0 }

  /// The maximum number of frames that are decoded ahead: enough for one that takes longer than the
  /// others.
  private static let mostPrefetchedFrames = 3
  /// The maximum number of frames that are made together for steps back.
  ///
  /// If each has to be composed from the first frame on, the user waits only once for all of them.
  private static let mostFramesBehind = 12
  /// The minimum remaining time, in seconds, for which a frame is made sharper.
  ///
  /// A shorter frame would be over before its tiles arrive, and the decoder would have to start
  /// again.
  private static let worthSharpening = 0.3
  /// The maximum number of frames that are kept after they were shown, whatever their size.
  private static let mostKeptFrames = 1024

  /// Creates the playback if the source is an animation.
  func beMoving(playsAtOnce: Bool) {
    guard let info, info.isTimed, info.frameCount != 1 else { return }
    playback = Playback(count: info.frameCount, loops: info.loops, isPlaying: playsAtOnce)
  }

  /// Returns to the first frame: a source that is not shown keeps no other.
  func rewind() {
    guard let playback else { return }
    self.playback = Playback(
      count: playback.count, loops: playback.loops, isPlaying: playback.isPlaying)
    readyFrames = []
  }

  /// Pauses at a frame, ready or not.
  func hold(_ frame: Int) { playback?.hold(frame) }

  /// Advances the animation to a time; returns true if the shown frame or the requested ones
  /// change.
  func play(runs: Bool, at time: Double) -> Bool {
    guard var next = playback, let info, failure == nil else { return false }
    next.learn(source.frameTimes, count: info.frameCount)
    next.setRunning(runs, at: time)
    next.advance(
      to: time, depth: prefetchedFrames, stepsBack: framesBehind, isReady: readyFrames.contains,
      isLost: { frame in lacking.contains { $0.version == outputTransforms.made(frame) } })
    let before = frame
    let changes = next.frame != before || next.prefetched != playback?.prefetched
    if next != playback { playback = next }
    if frame != before {
      readyFrames.remove(before)
      // Frames become ready in the newest colours only.
      outputTransforms.drawInNewest()
    }
    return changes
  }

  /// When the next frame that is ready is due.
  var nextFrameChange: Double? { playback?.nextChange(isReady: readyFrames.contains) }

  /// Returns the plan for the frame that is shown and for those that follow.
  ///
  /// A frame that was made before the view changed is shown as it is: decoders compose frames one
  /// after the other, so going back is slow.
  func movingPlan(
    _ input: PlanInput, _ info: SourceInfo, _ playback: Playback, at now: Double
  ) -> TilePlan {
    let planner = TilePlanner(info: info)
    var input = input
    input.next = nil
    input.prefetches = false
    var plan = planner.plan(input, frame: outputTransforms.made(frame), resident: residency.tiles)
    finishOutputTransform(&plan)
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
    // Frames that are not requested are not kept, so they may be gone when their turn comes.
    readyFrames.formIntersection(playback.prefetched)
    let bytes = LayerDetail.bytes(
      .init(source: id, view: input.destination, levels: info.levels, margin: input.margin),
      halvings: 0)
    let room = input.budget ?? MemoryBudget(surface: input.destination.surface).mostTiles
    let count = playback.count
    let keepsAll = count > 0 && count <= Self.mostKeptFrames && bytes <= room / count
    prefetchedFrames =
      keepsAll
      ? Self.mostPrefetchedFrames : min(max(room / max(1, bytes) - 1, 1), Self.mostPrefetchedFrames)
    framesBehind = min(max(room / max(1, bytes) - 2, 1), Self.mostFramesBehind)
    input.current = input.destination
    for prefetched in playback.prefetched where prefetched != frame {
      if readyFrames.contains(prefetched) {
        plan.kept.formUnion(
          residency.tiles.keys.filter { $0.version == outputTransforms.made(prefetched) })
        continue
      }
      let next = planner.plan(
        input, frame: outputTransforms.made(prefetched), resident: residency.tiles)
      plan.prefetched += next.wanted
      plan.kept.formUnion(next.kept)
      if next.wanted.isEmpty { readyFrames.insert(prefetched) }
    }
    if keepsAll {
      let levels = [
        info.levels.fitLevel(of: input.destination), info.levels.exactLevel(of: input.destination),
      ]
      let seen = input.destination.visibleTiles(of: levels[1], margin: input.margin)
      plan.kept.formUnion(
        residency.tiles.keys.filter {
          outputTransforms.isDrawn($0) && ($0.level == levels[0] || seen.contains($0))
        })
    }
    return plan
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
