/// The positions of one level's strips in the scratch file, in order.
///
/// A gigapixel picture has more than half a million strips, so each costs only the two bytes of its
/// length; an offset is kept only for strips that do not follow the one before.
struct StripOffsets {
  /// Packed bytes of each strip; a strip of `StoreLayout` always fits 16 bits.
  private var lengths: [UInt16] = []
  /// Packed bytes of all strips before every 64th: a wide band has tens of thousands, and summing
  /// all lengths for each would be quadratic.
  private var sums: [UInt64] = []
  private static let stripsOfSum = 64
  private var total: UInt64 = 0
  /// Runs of adjacent strips.
  private var runs: [Run] = []

  private struct Run {
    /// The number of the run's first strip.
    var first: Int
    var offset: UInt64
    var length: UInt64

    var end: UInt64 { offset + length }
  }

  /// The maximum number of strips to reserve memory for: the header may promise more than the file
  /// has.
  private static let mostReserved = 1 << 20

  /// Reserves memory for `count` strips, at most a million.
  init(reserving count: Int) { lengths.reserveCapacity(min(count, Self.mostReserved)) }

  /// Adds the next strip.
  mutating func append(_ place: StripFile.Place) {
    if let last = runs.last, last.end == place.offset {
      runs[runs.count - 1].length += UInt64(place.count)
    } else {
      runs.append(Run(first: lengths.count, offset: place.offset, length: UInt64(place.count)))
    }
    if lengths.count % Self.stripsOfSum == 0 { sums.append(total) }
    lengths.append(UInt16(place.count))
    total += UInt64(place.count)
  }

  /// Returns the packed bytes of all strips before a number.
  private func bytes(before number: Int) -> UInt64 {
    let first = number / Self.stripsOfSum
    return lengths[first * Self.stripsOfSum..<number].reduce(sums[first]) { $0 + UInt64($1) }
  }

  /// The position of a strip; `nil` if there is no strip of that number.
  subscript(number: Int) -> StripFile.Place? {
    guard lengths.indices.contains(number) else { return nil }
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].first <= number { low = middle } else { high = middle }
    }
    let before = bytes(before: number) - bytes(before: runs[low].first)
    return StripFile.Place(offset: runs[low].offset + before, count: UInt32(lengths[number]))
  }

  var ranges: [Range<UInt64>] { runs.map { $0.offset..<$0.end } }
}
