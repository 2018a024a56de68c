/// Converts the server's 32-bit milliseconds to monotonic seconds.
///
/// They wrap around every 49 days; a drag at that moment must not jump.
struct ServerClock {
  /// The newest timestamp; `nil` before the first.
  private(set) var last: UInt32?
  private var milliseconds: Int64 = 0

  /// Returns the seconds of a timestamp; timestamps may be slightly out of order.
  mutating func seconds(_ stamp: UInt) -> Double {
    let now = UInt32(truncatingIfNeeded: stamp)
    if let last {
      milliseconds += Int64(Int32(bitPattern: now &- last))
    } else {
      milliseconds = Int64(now)
    }
    last = now
    return Double(milliseconds) / 1000
  }
}
