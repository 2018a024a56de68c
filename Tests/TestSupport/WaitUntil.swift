import Glibc
import Platform

/// Asks again and again until something is so, at most `limit` seconds; says whether it became so.
///
/// Between questions it sleeps, two milliseconds unless told: what is waited for runs on the same
/// machine.
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
