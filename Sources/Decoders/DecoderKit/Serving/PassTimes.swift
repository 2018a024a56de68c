import DecoderProtocol
import Geometry
import Glibc

/// Timestamps on the way to a process's first tiles, for a viewer that asks.
///
/// Used on the decoding thread. Reading the clock five times costs nothing measurable.
final class PassTimes {
  private var times: DecoderTimes
  private var isWanted = false
  private var hasFirstRow = false
  private var isComplete = false

  /// Timestamps for a process that has just read its picture's header.
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

  /// Notes that the viewer asked; returns the times if the first pass is already complete.
  func want() -> DecoderTimes? {
    isWanted = true
    return isComplete ? times : nil
  }

  /// Notes that rows of a pass have been decoded.
  func noteRows() {
    guard !hasFirstRow else { return }
    hasFirstRow = true
    times.firstRow = Self.now()
  }

  /// Notes that a pass is complete; returns the times, once, if the viewer asked for them.
  func notePass(lastTile: UInt64) -> DecoderTimes? {
    guard !isComplete else { return nil }
    isComplete = true
    times.lastRow = lastTile
    return isWanted ? times : nil
  }
}

extension PixelSize {
  /// True if both sides are at least `factor` times those of a level; at a factor of 2 the
  /// resampler reproduces a reduction's finest detail correctly.
  func isAtLeast(_ factor: Int, times level: PixelSize) -> Bool {
    width >= factor * level.width && height >= factor * level.height
  }
}
