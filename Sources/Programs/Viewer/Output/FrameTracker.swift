/// Tracks frames from the input that caused them to the screen, for `--stats`.
struct FrameTracker {
  private struct Entry {
    var number: UInt64
    var input: Double?
    var moves: Bool
  }

  private var waiting: [Entry] = []
  private var unseenInput: Double?
  private var lastShown: (time: Double, moves: Bool)?

  /// Milliseconds between two frames of a motion.
  private(set) var intervals = Samples()
  /// Milliseconds from an input event to the frame that shows it.
  private(set) var latencies = Samples()

  /// Records input that the next frame will show.
  mutating func inputArrived(at now: Double) { unseenInput = unseenInput ?? now }

  /// Discards the recorded input, because it changed nothing.
  mutating func inputChangedNothing() { unseenInput = nil }

  /// Records that a frame was skipped because it would equal the last: the motion is too slow to
  /// see, so the next frame ends no interval.
  mutating func stoodStill() {
    if waiting.isEmpty { lastShown = nil } else { waiting[waiting.count - 1].moves = false }
  }

  /// Records a submitted frame; `moves` is true if another follows without input.
  mutating func frameMade(_ number: UInt64, moves: Bool) {
    waiting.append(Entry(number: number, input: unseenInput, moves: moves))
    unseenInput = nil
  }

  /// Records a frame on the screen; earlier ones that were not shown never will be.
  mutating func frameShown(_ number: UInt64, at time: Double) {
    let done = waiting.prefix { $0.number <= number }
    guard let entry = done.last else { return }
    waiting.removeFirst(done.count)
    let input = done.compactMap(\.input).min()
    if let input { latencies.add((time - input) * 1000) }
    // After a rest there is no interval, unless continuous input kept the picture moving.
    if let lastShown, lastShown.moves || input.map({ $0 - lastShown.time < 0.02 }) == true {
      intervals.add((time - lastShown.time) * 1000)
    }
    lastShown = (time, entry.moves)
  }
}
