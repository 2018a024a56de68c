import Tiles

/// Which frame of a picture that moves is shown, and which come next.
///
/// A value without a clock: times are seconds that are passed in. The picture's own time runs on
/// whatever becomes of its frames: one that comes late is shown when it comes, those that are over
/// by then are left out, and no two are shown at once. What stays behind catches up so.
public struct Playback: Hashable, Sendable {
  /// One showing of a frame, in one of the runs from the first to the last.
  struct Showing: Hashable {
    var frame: Int
    var run: Int
  }

  /// How the picture's own time goes.
  private enum Clock: Hashable {
    /// It stands, so many seconds after the first frame of the first run.
    case standing(Double)
    /// It runs; the first frame of the first run was shown at a time.
    case running(since: Double)
  }

  /// Where each frame begins, in seconds from the first one; where the last one that is known ends
  /// stands behind it.
  private var starts: [Double] = [0]
  /// How many frames there are; 0 while nobody knows.
  private(set) var count: Int
  /// How many runs there are; 0 for without end.
  let loops: Int
  /// Whether it is to play, as the user wants it; the last run over, it stands.
  public private(set) var isPlaying: Bool
  /// How fast it plays; 1 is as the picture says.
  public private(set) var speed = 1.0
  private var clock = Clock.standing(0)
  private(set) var current = Showing(frame: 0, run: 0)
  /// What is shown after that, one by one, each once it is due and there.
  private var queue: [Showing] = []
  /// A frame that is shown as soon as it is there, whatever the time.
  private var target: Showing?
  /// Frames that are made together for steps back, and stay while steps lead to them; empty where
  /// none has been made.
  ///
  /// What composes frames goes forward from the first one, and passes by those in between: many
  /// steps back cost as much as one.
  private var behind = 0..<0
  /// How many those may be.
  private var stepsBack = 1

  /// The speeds that can be chosen.
  public static let speeds = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4]

  /// A picture that moves, at its first frame.
  init(count: Int, loops: Int, isPlaying: Bool) {
    self.count = count
    self.loops = loops
    self.isPlaying = isPlaying
  }

  /// Learns how long frames are shown, in microseconds, and how many there are, 0 for unknown.
  mutating func learn(_ times: [Int], count: Int) {
    self.count = count
    guard times.count >= starts.count else { return }
    starts.reserveCapacity(times.count + 1)
    for time in times[(starts.count - 1)...] {
      starts.append((starts.last ?? 0) + Double(time) / 1_000_000)
    }
  }

  // MARK: What is seen

  /// The frame that is shown.
  public var frame: Int { current.frame }
  /// The frame that was asked for last, there or not.
  public var destination: Int { (target ?? current).frame }
  /// Whether its time runs.
  var isRunning: Bool { if case .running = clock { true } else { false } }

  /// How many frames there are; `nil` while nobody knows.
  public var frameCount: Int? { count > 0 ? count : nil }

  /// How long one run lasts, in seconds at the picture's own speed; `nil` while nobody knows.
  public var duration: Double? {
    guard count > 0, starts.count > count, starts[count] > 0 else { return nil }
    return starts[count]
  }

  /// How far the run is, from 0 to 1: where the frame that was asked for last begins.
  public var progress: Double? {
    duration.map { starts[min(destination, count - 1)] / $0 }
  }

  /// The frames that are made ahead, in the order in which they are come by.
  var ahead: [Int] {
    guard behind.isEmpty else { return behind.filter { $0 != frame } }
    return target.map { [$0.frame] } ?? queue.map(\.frame)
  }

  // MARK: Time

  /// Lets the time run, or has it stand while nobody sees the picture.
  mutating func setRunning(_ runs: Bool, at now: Double) {
    let runs = runs && isPlaying && target == nil
    guard runs != isRunning else { return }
    let position = position(at: now)
    clock = runs ? .running(since: now - position / speed) : .standing(position)
  }

  /// Shows what is due at a time and there, and says what has to be there next: at most `depth`
  /// frames, or `stepsBack` of those before where a step went back.
  ///
  /// A frame that can't be had, `isLost`, is passed over.
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

  /// When another frame is due, if it is there by then; `nil` where nothing is waited for.
  func nextChange(isReady: (Int) -> Bool) -> Double? {
    guard case .running(let since) = clock else { return nil }
    let next = queue.first { isReady($0.frame) }
    let time = next.map(start(of:)) ?? (isOver ? end(of: current) : nil)
    return time.map { since + $0 / speed }
  }

  /// How long the frame that is shown stays, in seconds; `nil` where that is not known, or where
  /// it stays until somebody does something.
  func remaining(at now: Double) -> Double? {
    guard isRunning, let end = end(of: current) else { return nil }
    return max(0, end - position(at: now)) / speed
  }

  // MARK: What the user does

  /// Plays, or stops where it is; what is over begins again.
  mutating func toggle(at now: Double) {
    behind = 0..<0
    if isPlaying {
      stop(at: now)
    } else {
      isPlaying = true
      if isOver { target = Showing(frame: 0, run: 0) }
    }
  }

  /// Shows another frame, so many further or back, and stands there.
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

  /// Goes to the frame that is shown at a part of the run, from 0 to 1, and plays on from there
  /// where it plays.
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

  /// Stands at a frame, there or not.
  mutating func hold(_ frame: Int) {
    isPlaying = false
    behind = 0..<0
    reach(Showing(frame: max(0, frame), run: 0))
  }

  /// Plays faster or slower, by so many of `speeds`.
  mutating func changeSpeed(by steps: Int, at now: Double) {
    let index = Self.speeds.firstIndex(of: speed) ?? 0
    let next = Self.speeds[min(max(index + steps, 0), Self.speeds.count - 1)]
    guard next != speed else { return }
    let position = position(at: now)
    speed = next
    if isRunning { clock = .running(since: now - position / next) }
  }

  // MARK: Its own time

  /// Times are compared to a microsecond, the finest that pictures say.
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

  /// The frame at a place of the run: the last that begins there or before.
  private func frame(at place: Double) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= place + Self.grain { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// What is shown at a time if everything is there; `nil` where nobody knows.
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

  /// What follows a showing; `nil` at the end of the last run, and where nobody knows.
  private func following(_ showing: Showing) -> Showing? {
    if count == 0 || showing.frame + 1 < count {
      // The decoder says how long a frame is shown before it gives the first tile of it.
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
      // What is over by now would only come in the way of what is not.
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

  /// Has the frames of the next steps back made when the first of those before is shown.
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
    // What is seen counts, not what should have been.
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
