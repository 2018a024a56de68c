import Tiles

/// The state of an animation: which frame is shown, and which follow.
///
/// A value without a clock: times are seconds that are passed in. The animation's own time runs
/// independently of decoding: a late frame is shown when it arrives, and frames whose time is over
/// by then are skipped. So a slow decoder catches up.
public struct Playback: Hashable, Sendable {
  /// A frame in one of the runs from the first frame to the last.
  struct Showing: Hashable {
    var frame: Int
    var run: Int
  }

  /// The animation's own time.
  private enum Clock: Hashable {
    /// Paused, at this many seconds after the first frame of the first run.
    case standing(Double)
    /// Running; the first frame of the first run started at `since`.
    case running(since: Double)
  }

  /// The start of each known frame in seconds from the first one, followed by the end of the last
  /// known frame.
  private var starts: [Double] = [0]
  /// The number of frames; 0 while unknown.
  private(set) var count: Int
  /// The number of runs; 0 for endless.
  let loops: Int
  /// True while the user wants it to play; it becomes false at the end of the last run.
  public private(set) var isPlaying: Bool
  /// The speed; 1 is the animation's own.
  public private(set) var speed = 1.0
  private var clock = Clock.standing(0)
  private(set) var current = Showing(frame: 0, run: 0)
  /// The frames to show next, in order, each when it is due and ready.
  private var queue: [Showing] = []
  /// The frame to show as soon as it is ready, whatever the time.
  private var target: Showing?
  /// The frames that are made together for steps back, kept while steps lead to them; empty if
  /// there are none.
  ///
  /// A decoder composes frames from the first one on and passes those in between, so several
  /// steps back cost no more than one.
  private var behind = 0..<0
  /// The maximum number of frames in `behind`.
  private var stepsBack = 1

  /// The available speeds.
  public static let speeds = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4]

  /// Creates the playback of an animation, at its first frame.
  init(count: Int, loops: Int, isPlaying: Bool) {
    self.count = count
    self.loops = loops
    self.isPlaying = isPlaying
  }

  /// Learns the durations of frames, in microseconds, and their number, 0 if unknown.
  mutating func learn(_ times: [Int], count: Int) {
    self.count = count
    guard times.count >= starts.count else { return }
    starts.reserveCapacity(times.count + 1)
    for time in times[(starts.count - 1)...] {
      starts.append((starts.last ?? 0) + Double(time) / 1_000_000)
    }
  }

  // MARK: Reading

  /// The frame that is shown.
  public var frame: Int { current.frame }
  /// The frame that was requested last, ready or not.
  public var destination: Int { (target ?? current).frame }
  /// True while the animation's own time runs.
  var isRunning: Bool { if case .running = clock { true } else { false } }

  /// The number of frames; `nil` while unknown.
  public var frameCount: Int? { count > 0 ? count : nil }

  /// The duration of one run, in seconds at the animation's own speed; `nil` while unknown.
  public var duration: Double? {
    guard count > 0, starts.count > count, starts[count] > 0 else { return nil }
    return starts[count]
  }

  /// The start of the last requested frame as a part of the run, from 0 to 1; `nil` while the
  /// duration is unknown.
  public var progress: Double? {
    duration.map { starts[min(destination, count - 1)] / $0 }
  }

  /// The frames to decode ahead, in decoding order.
  var prefetched: [Int] {
    guard behind.isEmpty else { return behind.filter { $0 != frame } }
    return target.map { [$0.frame] } ?? queue.map(\.frame)
  }

  // MARK: Time

  /// Runs the animation's own time, or pauses it while the picture is not visible.
  mutating func setRunning(_ runs: Bool, at now: Double) {
    let runs = runs && isPlaying && target == nil
    guard runs != isRunning else { return }
    let position = position(at: now)
    clock = runs ? .running(since: now - position / speed) : .standing(position)
  }

  /// Shows the newest frame that is due and ready, and chooses the frames to decode next: at most
  /// `depth`, or `stepsBack` earlier ones after a step back.
  ///
  /// Frames for which `isLost` returns true are skipped.
  mutating func advance(
    to now: Double, depth: Int, stepsBack: Int = 1, isReady: (Int) -> Bool,
    isLost: (Int) -> Bool = { _ in false }
  ) {
    if let target {
      if isLost(target.frame) { self.target = nil } else if isReady(target.frame) { reach(target) }
    }
    self.stepsBack = stepsBack
    moveBehind()
    guard target == nil, isPlaying else { return queue.removeAll() }
    if isRunning {
      let due = queue.lastIndex { (start(of: $0) ?? .infinity) <= position(at: now) + Self.grain }
      if let due, let index = queue[...due].lastIndex(where: { isReady($0.frame) }) {
        current = queue[index]
        queue.removeSubrange(...index)
      }
      endIfOver(at: now)
    }
    guard isPlaying else { return }
    queue.removeAll { isLost($0.frame) }
    fill(to: depth, at: now, isLost)
  }

  /// When the next frame that is ready is due, or the animation ends; `nil` if neither is known.
  func nextChange(isReady: (Int) -> Bool) -> Double? {
    guard case .running(let since) = clock else { return nil }
    let next = queue.first { isReady($0.frame) }
    let time = next.map(start(of:)) ?? (isOver ? end(of: current) : nil)
    return time.map { since + $0 / speed }
  }

  /// Returns how long the current frame remains, in seconds; `nil` if that is unknown or the
  /// animation is paused.
  func remaining(at now: Double) -> Double? {
    guard isRunning, let end = end(of: current) else { return nil }
    return max(0, end - position(at: now)) / speed
  }

  // MARK: User actions

  /// Plays or pauses; at the end it starts again from the first frame.
  mutating func toggle(at now: Double) {
    behind = 0..<0
    if isPlaying {
      stop(at: now)
    } else {
      isPlaying = true
      if isOver { target = Showing(frame: 0, run: 0) }
    }
  }

  /// Shows the frame `offset` frames later, or earlier if negative, and pauses there.
  mutating func step(by offset: Int, at now: Double) {
    let run = (target ?? current).run
    stop(at: now)
    let last = count > 0 ? count - 1 : starts.count - 1
    let frame = min(max(destination + offset, 0), last)
    guard frame != destination else { return }
    target = Showing(frame: frame, run: run)
    if !behind.contains(frame) {
      behind = offset < 0 ? max(0, frame + 1 - stepsBack)..<(frame + 1) : 0..<0
    }
  }

  /// Jumps to a part of the run, from 0 to 1; playing continues from there.
  mutating func seek(to part: Double, at now: Double) {
    guard let duration else { return }
    let place = min(max(part, 0), 1) * duration
    let frame = min(max(frame(at: place), 0), count - 1)
    guard frame != destination else { return }
    setRunning(false, at: now)
    behind = 0..<0
    clock = .standing(start(of: current) ?? 0)
    target = Showing(frame: frame, run: current.run)
    queue.removeAll()
  }

  /// Pauses at a frame, ready or not.
  mutating func hold(_ frame: Int) {
    isPlaying = false
    behind = 0..<0
    reach(Showing(frame: max(0, frame), run: 0))
  }

  /// Changes the speed by a number of steps in `speeds`.
  mutating func changeSpeed(by steps: Int, at now: Double) {
    let index = Self.speeds.firstIndex(of: speed) ?? 0
    let next = Self.speeds[min(max(index + steps, 0), Self.speeds.count - 1)]
    guard next != speed else { return }
    let position = position(at: now)
    speed = next
    if isRunning { clock = .running(since: now - position / next) }
  }

  // MARK: Time

  /// The tolerance of time comparisons, in seconds: files give times in microseconds at the finest.
  private static let grain = 1e-6

  private func position(at now: Double) -> Double {
    switch clock {
    case .standing(let position): position
    case .running(let since): (now - since) * speed
    }
  }

  private func start(of showing: Showing) -> Double? {
    guard showing.frame < starts.count else { return nil }
    if showing.run == 0 { return starts[showing.frame] }
    return duration.map { Double(showing.run) * $0 + starts[showing.frame] }
  }

  private func end(of showing: Showing) -> Double? {
    guard showing.frame + 1 < starts.count else { return nil }
    return start(of: Showing(frame: showing.frame + 1, run: showing.run))
  }

  /// Returns the frame at a time of the run: the last one that starts there or before.
  private func frame(at place: Double) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= place + Self.grain { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// Returns the frame that would be shown at a time if all frames were ready.
  private func due(at now: Double) -> Showing? {
    let position = position(at: now)
    guard let duration else {
      return Showing(frame: min(frame(at: position), starts.count - 1), run: 0)
    }
    let run = Int(min(max((position + Self.grain) / duration, 0), 1e15))
    if loops > 0, run >= loops { return Showing(frame: count - 1, run: loops - 1) }
    return Showing(
      frame: min(frame(at: position - Double(run) * duration), count - 1), run: run)
  }

  /// Returns what follows a frame; `nil` at the end of the last run, and while unknown.
  private func following(_ showing: Showing) -> Showing? {
    if count == 0 || showing.frame + 1 < count {
      // The decoder reports a frame's duration before its first tile.
      guard showing.frame + 1 < starts.count else { return nil }
      return Showing(frame: showing.frame + 1, run: showing.run)
    }
    guard duration != nil, loops == 0 || showing.run + 1 < loops else { return nil }
    return Showing(frame: 0, run: showing.run + 1)
  }

  private mutating func fill(to depth: Int, at now: Double, _ isLost: (Int) -> Bool) {
    var last = queue.last ?? current
    while queue.count < depth, let next = following(last) {
      last = next
      // Skip frames that are over by now.
      if let due = due(at: now), isRunning, due > last { last = due }
      var passed = 0
      while isLost(last.frame), passed < max(count, starts.count), let after = following(last) {
        last = after
        passed += 1
      }
      guard !isLost(last.frame) else { return }
      queue.append(last)
    }
    if queue.count > depth { queue.removeSubrange(depth...) }
  }

  /// Requests the frames for the next steps back once the first of the current ones is shown.
  private mutating func moveBehind() {
    guard !behind.isEmpty, target == nil, frame == behind.lowerBound, frame > 0 else { return }
    behind = max(0, frame - stepsBack)..<(frame + 1)
  }

  private mutating func reach(_ showing: Showing) {
    current = showing
    target = nil
    queue.removeAll()
    clock = .standing(start(of: showing) ?? 0)
  }

  private mutating func stop(at now: Double) {
    isPlaying = false
    // Pause at the frame that is visible, which may not be the one that is due.
    clock = .standing(start(of: current) ?? position(at: now))
    queue.removeAll()
  }

  private var isOver: Bool {
    loops > 0 && current.run + 1 >= loops && count > 0 && current.frame == count - 1
  }

  private mutating func endIfOver(at now: Double) {
    guard isOver, let end = end(of: current), position(at: now) + Self.grain >= end else { return }
    isPlaying = false
    clock = .standing(end)
  }
}

extension Playback.Showing: Comparable {
  static func < (a: Self, b: Self) -> Bool { (a.run, a.frame) < (b.run, b.frame) }
}
