import Glibc
import Platform

/// Polls a condition for at most `limit` seconds and returns true if it became true.
///
/// Sleeps between polls, by default for 2 ms: what is awaited runs on the same machine.
@discardableResult
public func waitUntil<E: Error>(
  _ limit: Double = 10, every pause: Double = 0.002, _ condition: () throws(E) -> Bool
) throws(E) -> Bool {
  let end = MonotonicClock.now() + limit
  while true {
    if try condition() { return true }
    if MonotonicClock.now() >= end { return false }
    usleep(UInt32(pause * 1_000_000))
  }
}
