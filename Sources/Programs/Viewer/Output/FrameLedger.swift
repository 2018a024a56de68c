/// Follows frames from the input that asked for them to the screen, for `--stats`.
struct FrameLedger {
  private struct Entry {
    var number: UInt64
    var input: Double?
    var moves: Bool
  }

  private var waiting: [Entry] = []
  private var unseenInput: Double?
  private var lastShown: (time: Double, moves: Bool)?

  /// Milliseconds from one frame of a motion to the next.
  private(set) var intervals = Samples()
  /// Milliseconds from reading an input to the frame that shows it.
  private(set) var latencies = Samples()

  /// Input has arrived that the next frame will show.
  mutating func inputArrived(at now: Double) { unseenInput = unseenInput ?? now }

  /// Nothing came of the input.
  mutating func inputChangedNothing() { unseenInput = nil }

  /// A frame would have been the last one again: the motion is too slow to be seen, and what comes
  /// next ends no interval.
  mutating func stoodStill() {
    if waiting.isEmpty { lastShown = nil } else { waiting[waiting.count - 1].moves = false }
  }

  /// A frame was submitted; `moves` tells whether another will follow it by itself.
  mutating func frameMade(_ number: UInt64, moves: Bool) {
    waiting.append(Entry(number: number, input: unseenInput, moves: moves))
    unseenInput = nil
  }

  /// A frame was shown; those before it that were not never will be.
  mutating func frameShown(_ number: UInt64, at time: Double) {
    let done = waiting.prefix { $0.number <= number }
    guard let entry = done.last else { return }
    waiting.removeFirst(done.count)
    let input = done.compactMap(\.input).min()
    if let input { latencies.add((time - input) * 1000) }
    // After a rest there is no interval, unless fingers have kept it moving.
    if let lastShown, lastShown.moves || input.map({ $0 - lastShown.time < 0.02 }) == true {
      intervals.add((time - lastShown.time) * 1000)
    }
    lastShown = (time, entry.moves)
  }
}
