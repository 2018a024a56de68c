import Glibc

/// The one clock that the viewer's edges read; every stage gets its time passed in.
package enum MonotonicClock {
  /// Seconds since some fixed moment; it never jumps.
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
