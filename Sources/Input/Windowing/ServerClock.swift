/// Makes seconds that never jump back out of the server's 32-bit milliseconds.
///
/// They start over every 49 days; a drag across that moment must not fly away.
struct ServerClock {
  private var last: UInt32?
  private var milliseconds: Int64 = 0

  /// The seconds of a time stamp; stamps may be a little out of order.
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
