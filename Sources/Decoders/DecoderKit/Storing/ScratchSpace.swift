/// The free bytes of the scratch file: those beyond its end, and those of dropped levels.
struct ScratchSpace {
  private var end: UInt64 = 0
  private var capacity: UInt64
  private var freed: [Range<UInt64>] = []

  /// Creates the space of an empty file that may grow to `capacity` bytes.
  init(capacity: Int) { self.capacity = UInt64(max(0, capacity)) }

  /// Allocates `count` bytes; returns `nil` if there is no room.
  mutating func take(_ count: Int) -> StripFile.Place? {
    let count64 = UInt64(count)
    while let run = freed.popLast() {
      guard UInt64(run.count) >= count64 else { continue }
      if UInt64(run.count) > count64 { freed.append(run.lowerBound + count64..<run.upperBound) }
      return StripFile.Place(offset: run.lowerBound, count: UInt32(count))
    }
    guard end + count64 <= capacity else { return nil }
    defer { end += count64 }
    return StripFile.Place(offset: end, count: UInt32(count))
  }

  /// Frees ranges; adjacent ones are merged.
  mutating func give(back ranges: [Range<UInt64>]) {
    for range in ranges {
      if let last = freed.last, last.upperBound == range.lowerBound {
        freed[freed.count - 1] = last.lowerBound..<range.upperBound
      } else {
        freed.append(range)
      }
    }
  }

  /// Marks the disk as full: the file does not grow any more.
  mutating func stopGrowing() { capacity = 0 }
}
