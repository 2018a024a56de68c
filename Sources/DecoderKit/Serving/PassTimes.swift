import DecoderProtocol
import Glibc

/// When this process was where on its way to its first tiles, for a viewer that asks.
///
/// It belongs to the decoding thread. Five looks at the clock cost nothing that anybody could see.
final class PassTimes {
  private var times: DecoderTimes
  private var isWanted = false
  private var hasFirstRow = false
  private var isComplete = false

  /// The times of a process that has its picture's header by now.
  init(started: UInt64, locked: UInt64) {
    let now = Self.now()
    times = DecoderTimes(
      started: started, locked: locked, header: now, firstRow: now, lastRow: now)
  }

  /// The monotonic clock in nanoseconds.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The viewer wants to know; the times where the first pass is over already.
  func want() -> DecoderTimes? {
    isWanted = true
    return isComplete ? times : nil
  }

  /// Rows of a pass have been decoded.
  func noteRows() {
    guard !hasFirstRow else { return }
    hasFirstRow = true
    times.firstRow = Self.now()
  }

  /// A pass has made its tiles, the last one at a time; all times where they are wanted, once.
  func notePass(lastTile: UInt64) -> DecoderTimes? {
    guard !isComplete else { return nil }
    isComplete = true
    times.lastRow = lastTile
    return isWanted ? times : nil
  }
}
