/// Where the strips of one version stand in the scratch file, one after the other.
///
/// A gigapixel picture has more than half a million, so a strip costs the two bytes of its length;
/// where it stands is kept only for those that do not follow the one before.
struct StripPlaces {
  /// Packed bytes of each strip; a strip of `StoreLayout` never takes more than 16 bits can tell.
  private var lengths: [UInt16] = []
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
  mutating func append(_ place: ScratchFile.Place) {
    if let last = runs.last, last.end == place.offset {
      runs[runs.count - 1].length += UInt64(place.count)
    } else {
      runs.append(Run(first: lengths.count, offset: place.offset, length: UInt64(place.count)))
    }
    lengths.append(UInt16(place.count))
  }

  /// Where a strip stands; `nil` where there is none of that number.
  subscript(number: Int) -> ScratchFile.Place? {
    guard lengths.indices.contains(number) else { return nil }
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].first <= number { low = middle } else { high = middle }
    }
    // Another version's bands stand between this one's: a run is rarely longer than two of them.
    let before = lengths[runs[low].first..<number].reduce(0) { $0 + UInt64($1) }
    return ScratchFile.Place(offset: runs[low].offset + before, count: UInt32(lengths[number]))
  }

  /// The bytes of the file that the strips take.
  var ranges: [Range<UInt64>] { runs.map { $0.offset..<$0.end } }
}
