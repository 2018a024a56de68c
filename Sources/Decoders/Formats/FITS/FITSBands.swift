import Synchronization

/// The bands of a page that are still to be searched for the smallest and largest number, by any
/// free thread.
final class FITSBands: Sendable {
  private struct State {
    var next = 0
    var givenBack: [Int] = []
    var finished = 0
    var range = FITSRange()
    var hasRead = false
  }

  /// The number of bands.
  let count: Int
  private let state = Mutex(State())

  init(count: Int) { self.count = count }

  /// The next band; `nil` if none is left.
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

  /// Adds a band's range, and notes if any of it could be read.
  func finish(_ range: FITSRange, hasRead: Bool) {
    state.withLock { state in
      state.finished += 1
      state.range.add(range)
      state.hasRead = state.hasRead || hasRead
    }
  }

  /// Removes all remaining bands, so that threads end.
  func stop() { state.withLock { $0 = State(next: count) } }

  /// The share of bands that are finished, 0 to 1.
  var progress: Double { state.withLock { Double($0.finished) / Double(max(1, count)) } }

  /// The range of all numbers, and true if any could be read.
  var found: (range: FITSRange, hasRead: Bool) { state.withLock { ($0.range, $0.hasRead) } }
}
