import Glibc

/// The clock that only the edges of the viewer read; every stage gets the time passed in.
package enum MonotonicClock {
  /// Returns seconds since a fixed moment; it never jumps.
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
