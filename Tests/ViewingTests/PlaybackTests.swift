import Testing

@testable import Viewing

/// Which frame is shown when, if frames arrive at arbitrary times.
@Suite struct PlaybackTests {
  /// Frames of 20, 30 and 50 ms, played from time 0.
  private static func playing(loops: Int = 0, from now: Double = 0) -> Playback {
    var playback = Playback(count: 3, loops: loops, isPlaying: true)
    playback.learn([20_000, 30_000, 50_000], count: 3)
    playback.setRunning(true, at: now)
    playback.advance(to: now, depth: 3, isReady: { _ in false })
    return playback
  }

  private static func frames(
    _ playback: Playback, at times: [Double], isReady: (Int, Double) -> Bool = { _, _ in true }
  ) -> [Int] {
    var playback = playback
    return times.map { time in
      playback.advance(to: time, depth: 3, isReady: { isReady($0, time) })
      return playback.frame
    }
  }

  @Test func eachFrameHasItsTime() {
    let times = stride(from: 0, through: 0.24, by: 0.01).map { $0 + 0.001 }
    let expected = [0, 0, 1, 1, 1, 2, 2, 2, 2, 2]
    #expect(Self.frames(Self.playing(), at: times) == expected + expected + [0, 0, 1, 1, 1])
  }

  /// No time is lost over many loops, however irregular the calls.
  @Test func noTimeIsLost() {
    var playback = Self.playing(from: 5)
    var time = 5.0
    for step in 0..<4000 {
      time += 0.003 + 0.011 * Double(step % 7) / 7
      playback.advance(to: time, depth: 3, isReady: { _ in true })
      let place = (time - 5).truncatingRemainder(dividingBy: 0.1)
      guard [0.02, 0.05, 0.1, 0].allSatisfy({ abs(place - $0) > 1e-5 }) else { continue }
      #expect(playback.frame == (place < 0.02 ? 0 : place < 0.05 ? 1 : 2), "at \(time)")
    }
  }

  @Test(arguments: [1, 3]) func theLastLoopEndsOnItsLastFrame(_ loops: Int) {
    var playback = Self.playing(loops: loops)
    let end = 0.1 * Double(loops)
    var shown: [Int] = [0]
    for step in 0...Int(end / 0.005) + 20 {
      playback.advance(to: Double(step) * 0.005, depth: 3, isReady: { _ in true })
      if playback.frame != shown.last { shown.append(playback.frame) }
    }
    #expect(shown == Array(repeating: [0, 1, 2], count: loops).flatMap { $0 })
    #expect(!playback.isPlaying && playback.frame == 2)
    #expect(playback.nextChange(isReady: { _ in true }) == nil, "nothing is waited for any more")
    playback.toggle(at: 2)
    #expect(playback.isPlaying && playback.prefetched == [0], "it begins again")
    playback.advance(to: 2, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 0)
  }

  /// A step back decodes the preceding frames in the same pass, so the next steps find theirs.
  ///
  /// Another pass begins only when the earliest of them is shown.
  @Test func stepsBackAreDecodedTogether() {
    var playback = Playback(count: 100, loops: 0, isPlaying: false)
    playback.learn(Array(repeating: 20_000, count: 100), count: 100)
    playback.hold(50)
    var made: Set<Int> = [50]
    var ways: [[Int]] = []
    func make() {
      let missing = playback.prefetched.filter { !made.contains($0) }
      if !missing.isEmpty { ways.append(missing) }
      made = made.intersection(playback.prefetched + [playback.frame]).union(missing)
      playback.advance(to: 0, depth: 3, stepsBack: 4, isReady: made.contains)
    }
    playback.advance(to: 0, depth: 3, stepsBack: 4, isReady: made.contains)
    for press in 1...10 {
      playback.step(by: -1, at: 0)
      for _ in 0..<2 { make() }
      #expect(playback.frame == 50 - press)
    }
    #expect(ways == [[46, 47, 48, 49], [42, 43, 44, 45], [38, 39, 40, 41]])
    for _ in 0..<2 {
      playback.step(by: 1, at: 0)
      make()
    }
    #expect(playback.frame == 42 && ways.count == 3, "what is there is not made again")
    playback.step(by: 1, at: 0)
    playback.advance(to: 0, depth: 3, stepsBack: 4, isReady: made.contains)
    #expect(playback.prefetched == [43], "beyond them nothing before is wanted")
    playback.hold(1)
    playback.step(by: -1, at: 0)
    playback.advance(to: 0, depth: 3, stepsBack: 4, isReady: { $0 == 0 })
    #expect(playback.frame == 0 && playback.prefetched == [])
  }

  /// Frames that take longer to decode than to show: some are skipped, none come in a burst, and
  /// the delay is no longer than one frame takes to decode.
  @Test func lateFramesAreShownOnceWithoutABurst() {
    var playback = Playback(count: 1000, loops: 0, isPlaying: true)
    playback.learn(Array(repeating: 20_000, count: 1000), count: 1000)
    playback.setRunning(true, at: 0)
    var made: [Int: Double] = [:]
    var free = 0.0
    var changes: [(time: Double, frame: Int)] = []
    for step in 0..<2000 {
      let time = Double(step) * 0.005
      playback.advance(to: time, depth: 3, isReady: { (made[$0] ?? .infinity) <= time })
      for frame in playback.prefetched where made[frame] == nil {
        free = max(free, time) + 0.05
        made[frame] = free
      }
      if playback.frame != changes.last?.frame { changes.append((time, playback.frame)) }
    }
    let gaps = zip(changes.dropFirst(), changes).map { $0.time - $1.time }
    #expect(gaps.dropFirst().allSatisfy { $0 > 0.04 && $0 < 0.06 }, "\(gaps)")
    let behind = changes.map { $0.time - Double($0.frame) * 0.02 }
    #expect(behind.allSatisfy { $0 < 0.2 }, "\(behind)")
  }

  /// A late frame is shown when it arrives; those after it keep their times.
  @Test func aLateFrameDelaysNoOther() {
    let times = stride(from: 0.001, through: 0.1, by: 0.01).map(\.self)
    let shown = Self.frames(Self.playing(), at: times) { frame, time in frame != 1 || time > 0.035 }
    #expect(shown == [0, 0, 0, 0, 1, 2, 2, 2, 2, 2])
  }

  @Test func failedFramesAreSkipped() {
    var playback = Self.playing()
    for time in stride(from: 0.0, through: 0.3, by: 0.005) {
      playback.advance(to: time, depth: 3, isReady: { $0 != 1 }, isLost: { $0 == 1 })
      #expect(playback.frame != 1)
      #expect(!playback.prefetched.contains(1))
    }
    playback.advance(to: 0.4, depth: 3, isReady: { _ in false }, isLost: { _ in true })
    #expect(playback.prefetched.isEmpty && playback.nextChange(isReady: { _ in true }) == nil)
  }

  @Test func timeStopsWhileInvisible() {
    var playback = Self.playing()
    playback.advance(to: 0.03, depth: 3, isReady: { _ in true })
    playback.setRunning(false, at: 0.03)
    playback.advance(to: 9, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 1 && playback.nextChange(isReady: { _ in true }) == nil)
    playback.setRunning(true, at: 10)
    #expect(abs((playback.nextChange(isReady: { _ in true }) ?? 0) - 10.02) < 1e-9)
  }

  @Test func stoppingStepsAndResumesFromThere() {
    var playback = Self.playing()
    playback.advance(to: 0.06, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 2)
    playback.step(by: -1, at: 0.07)
    #expect(!playback.isPlaying && playback.frame == 2 && playback.prefetched == [1])
    playback.advance(to: 0.08, depth: 3, isReady: { _ in false })
    #expect(playback.frame == 2, "the frame that is seen stays until the other is there")
    playback.step(by: -1, at: 0.08)
    playback.step(by: -5, at: 0.08)
    playback.advance(to: 0.09, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 0)
    playback.step(by: 7, at: 1)
    playback.advance(to: 1, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 2, "nor is there any behind the last one")
    playback.step(by: -1, at: 2)
    playback.advance(to: 2, depth: 3, isReady: { _ in true })
    playback.toggle(at: 3)
    playback.setRunning(true, at: 3)
    playback.advance(to: 3.029, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 1)
    playback.advance(to: 3.031, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 2)
  }

  @Test func seekingShowsTheFrameAndPlaysOn() {
    var playback = Self.playing()
    playback.seek(to: 0.3, at: 0.01)
    #expect(playback.destination == 1, "30 ms are the second frame's, which begins at 20")
    #expect(abs((playback.progress ?? 0) - 0.2) < 1e-9)
    playback.setRunning(true, at: 0.02)
    playback.advance(to: 0.5, depth: 3, isReady: { _ in false })
    #expect(playback.frame == 0)
    playback.advance(to: 0.6, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 1)
    playback.setRunning(true, at: 0.6)
    playback.advance(to: 0.629, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 1)
    playback.advance(to: 0.631, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 2, "the waiting has cost the frame none of its time")
    playback.seek(to: 1, at: 0.64)
    #expect(playback.destination == 2)
  }

  @Test func aNewSpeedAppliesFromThereOn() {
    var playback = Self.playing()
    playback.advance(to: 0.01, depth: 3, isReady: { _ in true })
    playback.changeSpeed(by: -2, at: 0.01)
    #expect(playback.speed == 0.5)
    playback.advance(to: 0.029, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 0)
    playback.advance(to: 0.031, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 1)
    for _ in 0..<20 { playback.changeSpeed(by: 1, at: 0.031) }
    #expect(playback.speed == 4)
  }

  /// The number of frames is unknown until the last one has been reported.
  @Test func framesMayBecomeKnownOneByOne() {
    var playback = Playback(count: 0, loops: 0, isPlaying: true)
    playback.setRunning(true, at: 0)
    playback.advance(to: 0, depth: 3, isReady: { _ in true })
    #expect(playback.prefetched.isEmpty && playback.frameCount == nil && playback.duration == nil)
    playback.learn([40_000], count: 0)
    playback.advance(to: 0.01, depth: 3, isReady: { _ in false })
    #expect(playback.prefetched == [1])
    playback.advance(to: 0.05, depth: 3, isReady: { _ in true })
    #expect(playback.frame == 1 && playback.prefetched.isEmpty)
    playback.learn([40_000, 40_000], count: 2)
    playback.advance(to: 0.06, depth: 1, isReady: { _ in true })
    #expect(playback.prefetched == [0] && playback.duration == 0.08)
  }

  /// After a minute without a call, and in an animation of many short frames, nothing counts frame
  /// by frame.
  @Test func aLongGapIsSkippedAtOnce() {
    var playback = Playback(count: 65_536, loops: 0, isPlaying: true)
    playback.learn(Array(repeating: 11_000, count: 65_536), count: 65_536)
    playback.setRunning(true, at: 0)
    playback.advance(to: 0, depth: 3, isReady: { _ in false })
    playback.advance(to: 1e6, depth: 3, isReady: { _ in true })
    playback.advance(to: 1e6, depth: 3, isReady: { _ in true })
    let place = 1e6.truncatingRemainder(dividingBy: 65_536 * 0.011)
    #expect(abs(Double(playback.frame) - place / 0.011) < 2)
  }
}
