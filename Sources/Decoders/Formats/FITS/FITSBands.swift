import Synchronization

/// The bands of a page's rows that are still to be looked at for their smallest and largest number,
/// by whichever thread has time.
final class FITSBands: Sendable {
  private struct State {
    var next = 0
    var givenBack: [Int] = []
    var finished = 0
    var range = FITSRange()
    var hasRead = false
  }

  /// How many there are.
  let count: Int
  private let state = Mutex(State())

  init(count: Int) { self.count = count }

  /// A band for whoever asks; `nil` where none is left to be taken.
  func take() -> Int? {
    state.withLock { state in
      if let band = state.givenBack.popLast() { return band }
      guard state.next < count else { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  /// Leaves a band to another thread.
  func giveBack(_ band: Int) { state.withLock { $0.givenBack.append(band) } }

  /// Says what the numbers of a band are, and whether any could be read.
  func finish(_ range: FITSRange, hasRead: Bool) {
    state.withLock { state in
      state.finished += 1
      state.range.add(range)
      state.hasRead = state.hasRead || hasRead
    }
  }

  /// Takes all that are left away, so that threads end.
  func stop() { state.withLock { $0 = State(next: count) } }

  /// Which share has been looked at.
  var progress: Double { state.withLock { Double($0.finished) / Double(max(1, count)) } }

  /// What all numbers are, and whether any could be read.
  var found: (range: FITSRange, hasRead: Bool) { state.withLock { ($0.range, $0.hasRead) } }
}
