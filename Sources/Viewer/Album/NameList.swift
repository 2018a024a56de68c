/// The names in a folder, in natural order, packed into one piece of memory.
///
/// A folder may hold a million names; each as an array of its own would take several times the
/// memory, and the viewer keeps them as long as it runs.
struct NameList: Sendable {
  private var bytes: [UInt8] = []
  private var ranges: [Range<UInt32>] = []

  /// How many names there are.
  var count: Int { ranges.count }

  /// The name at a place.
  subscript(index: Int) -> [UInt8] {
    let range = ranges[index]
    return Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
  }

  /// Adds names in any order; one that is there already stays there once.
  mutating func merge(_ names: some Sequence<[UInt8]>) {
    var added: [Range<UInt32>] = []
    for name in names {
      // 4 GiB of names: nobody walks through more, and the places are 32 bits.
      guard bytes.count + name.count < Int(UInt32.max) else { break }
      let start = UInt32(bytes.count)
      bytes += name
      added.append(start..<UInt32(bytes.count))
    }
    let old = ranges
    ranges = bytes.withUnsafeBufferPointer { bytes in
      func compare(_ a: Range<UInt32>, _ b: Range<UInt32>) -> Int {
        NaturalOrder.compare(
          UnsafeBufferPointer(rebasing: bytes[Int(a.lowerBound)..<Int(a.upperBound)]),
          UnsafeBufferPointer(rebasing: bytes[Int(b.lowerBound)..<Int(b.upperBound)]))
      }
      added.sort { compare($0, $1) < 0 }
      var merged: [Range<UInt32>] = []
      merged.reserveCapacity(old.count + added.count)
      var next = 0
      for range in added {
        while next < old.count && compare(old[next], range) < 0 {
          merged.append(old[next])
          next += 1
        }
        if next < old.count && compare(old[next], range) == 0 { continue }
        if let last = merged.last, compare(last, range) == 0 { continue }
        merged.append(range)
      }
      merged += old[next...]
      return merged
    }
  }

  /// Where a name stands, or `nil` where it isn't there.
  func index(of name: [UInt8]) -> Int? {
    let index = insertionIndex(of: name)
    return index < count && compare(at: index, to: name) == 0 ? index : nil
  }

  /// How many names come before that one, whether it is there or not.
  func insertionIndex(of name: [UInt8]) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if compare(at: middle, to: name) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes a name out, if it is there.
  mutating func remove(_ name: [UInt8]) {
    if let index = index(of: name) { ranges.remove(at: index) }
  }

  /// Takes names out; those that aren't there are ignored.
  mutating func removeAll(_ names: some Sequence<[UInt8]>) {
    let gone = Set(names.compactMap { index(of: $0) })
    guard !gone.isEmpty else { return }
    var kept: [Range<UInt32>] = []
    kept.reserveCapacity(count - gone.count)
    for index in ranges.indices where !gone.contains(index) { kept.append(ranges[index]) }
    ranges = kept
  }

  private func compare(at index: Int, to name: [UInt8]) -> Int {
    let range = ranges[index]
    return bytes.withUnsafeBufferPointer { bytes in
      name.withUnsafeBufferPointer { name in
        NaturalOrder.compare(
          UnsafeBufferPointer(rebasing: bytes[Int(range.lowerBound)..<Int(range.upperBound)]), name)
      }
    }
  }
}
