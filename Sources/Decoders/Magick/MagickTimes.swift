import Glibc

/// Answers `times`, by which GraphicsMagick takes how long it works.
///
/// That is a system call which no decoder may make, for a figure that nobody looks at. A library
/// that is linked dynamically finds the program's function before the system's.
@_cdecl("times")
package func answerTimes(_ buffer: UnsafeMutablePointer<tms>?) -> clock_t {
  let used = clock_t(ticks(CLOCK_PROCESS_CPUTIME_ID))
  buffer?.pointee = tms(tms_utime: used, tms_stime: 0, tms_cutime: 0, tms_cstime: 0)
  return clock_t(ticks(CLOCK_MONOTONIC))
}

/// A clock in hundredths of a second.
private func ticks(_ clock: clockid_t) -> Int {
  var time = timespec()
  clock_gettime(clock, &time)
  return time.tv_sec * 100 + time.tv_nsec / 10_000_000
}
