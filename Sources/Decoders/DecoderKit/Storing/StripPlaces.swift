/// Where the strips of one version stand in the scratch file, one after the other.
///
/// A gigapixel picture has more than half a million, so a strip costs the two bytes of its length;
/// where it stands is kept only for those that do not follow the one before.
struct StripPlaces {
  /// Packed bytes of each strip; a strip of `StoreLayout` never takes more than 16 bits can tell.
  private var lengths: [UInt16] = []
  /// Packed bytes of all strips before each that begins so many: a wide band has tens of
  /// thousands, and reading all of it would otherwise add up their squares.
  private var sums: [UInt64] = []
  private static let stripsOfSum = 64
  private var total: UInt64 = 0
  /// Strips that stand side by side.
  private var runs: [Run] = []

  private struct Run {
    /// The number of the first.
    var first: Int
    var offset: UInt64
    var length: UInt64

    var end: UInt64 { offset + length }
  }

  /// The most that is reserved ahead: what a header promises may never come.
  private static let mostReserved = 1 << 20

  /// Room for so many strips; beyond a million it grows as they come.
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

  /// Packed bytes of the strips before one of them.
  private func bytes(before number: Int) -> UInt64 {
    let first = number / Self.stripsOfSum
    return lengths[first * Self.stripsOfSum..<number].reduce(sums[first]) { $0 + UInt64($1) }
  }

  /// Where a strip stands; `nil` where there is none of that number.
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

  /// The bytes of the file that the strips take.
  var ranges: [Range<UInt64>] { runs.map { $0.offset..<$0.end } }
}
