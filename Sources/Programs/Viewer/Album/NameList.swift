/// The names in a folder, sorted, in one block of memory.
///
/// A folder may contain a million names; an array for each would take several times the memory, for
/// as long as the viewer runs. Sort keys are at least as long as the names, so they are computed
/// when needed and not stored.
struct NameList: Sendable {
  private let order: NameOrder
  private var bytes: [UInt8] = []
  /// The range of each name in `bytes`, in list order.
  private var ranges: [Range<UInt32>] = []
  /// The indices of the names, ordered bytewise, to find a name without its sort key.
  private var byBytes: [UInt32] = []
  /// The RAW files that are not in the list, because the rendered pictures beside them are; `nil`
  /// if each file is in the list.
  private var pairs: PicturePairs?
  /// The RAW files that are in the list all the same, because somebody named them.
  private var apart: Set<[UInt8]> = []

  init(order: NameOrder = .natural) { self.order = order }

  /// The number of names.
  var count: Int { ranges.count }

  subscript(index: Int) -> [UInt8] {
    let range = ranges[index]
    return Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
  }

  /// Adds names in any order; duplicates are ignored.
  mutating func merge(_ names: some Sequence<[UInt8]>) {
    mergePlainly(names)
    pairUp()
  }

  private mutating func mergePlainly(_ names: some Sequence<[UInt8]>) {
    var added: [Range<UInt32>] = []
    for name in names {
      // Offsets have 32 bits; 4 GiB of names are more than anyone pages through.
      guard bytes.count + name.count < Int(UInt32.max) else { break }
      let start = UInt32(bytes.count)
      bytes += name
      added.append(start..<UInt32(bytes.count))
    }
    let all = ranges + added
    ranges = withComparison(of: all) { compare in
      let sorted = (ranges.count..<all.count).sorted { compare($0, $1) < 0 }
      var merged: [Int] = []
      merged.reserveCapacity(all.count)
      var next = 0
      for index in sorted {
        while next < ranges.count && compare(next, index) < 0 {
          merged.append(next)
          next += 1
        }
        if next < ranges.count && compare(next, index) == 0 { continue }
        if let last = merged.last, compare(last, index) == 0 { continue }
        merged.append(index)
      }
      merged += next..<ranges.count
      return merged.map { all[$0] }
    }
    sortByBytes()
  }

  /// Adds one name, comparing it with only a few others.
  mutating func insert(_ name: [UInt8]) {
    guard index(of: name) == nil else { return }
    if leavesOut(name) { apart.insert(name) }
    insertPlainly(name)
    pairUp()
  }

  private mutating func insertPlainly(_ name: [UInt8]) {
    guard index(of: name) == nil, bytes.count + name.count < Int(UInt32.max) else { return }
    let place = insertionIndex(of: name)
    let start = UInt32(bytes.count)
    bytes += name
    ranges.insert(start..<UInt32(bytes.count), at: place)
    byBytes = byBytes.map { $0 < place ? $0 : $0 + 1 }
    let rank = lowerBound(byBytes.count) { compareBytes(at: Int(byBytes[$0]), to: name) < 0 }
    byBytes.insert(UInt32(place), at: rank)
  }

  /// Returns the index of a name, or `nil` if it is not in the list.
  func index(of name: [UInt8]) -> Int? {
    let place = lowerBound(count) { compareBytes(at: Int(byBytes[$0]), to: name) < 0 }
    guard place < count else { return nil }
    let index = Int(byBytes[place])
    return compareBytes(at: index, to: name) == 0 ? index : nil
  }

  /// Returns the number of names that come before this one, which need not be in the list.
  func insertionIndex(of name: [UInt8]) -> Int {
    if let index = index(of: name) { return index }
    let end = UInt32(bytes.count)
    var with = self
    with.bytes += name
    let range = end..<UInt32(clamping: with.bytes.count)
    return lowerBound(count) { index in
      with.withComparison(of: [ranges[index], range]) { compare in compare(0, 1) < 0 }
    }
  }

  /// Removes a name if it is in the list.
  mutating func remove(_ name: [UInt8]) { removeAll([name]) }

  /// Removes names; those not in the list are ignored.
  mutating func removeAll(_ names: some Sequence<[UInt8]>) {
    guard pairs != nil else { return removeAllPlainly(names) }
    let names = Set(names)
    removeAllPlainly(names)
    apart.subtract(names)
    pairUp(without: names)
  }

  private mutating func removeAllPlainly(_ names: some Sequence<[UInt8]>) {
    let gone = Set(names.compactMap { index(of: $0) })
    guard !gone.isEmpty else { return }
    var kept: [Range<UInt32>] = []
    kept.reserveCapacity(count - gone.count)
    var places: [UInt32?] = []
    places.reserveCapacity(count)
    for index in ranges.indices {
      let isGone = gone.contains(index)
      places.append(isGone ? nil : UInt32(kept.count))
      if !isGone { kept.append(ranges[index]) }
    }
    ranges = kept
    byBytes = byBytes.compactMap { places[Int($0)] }
  }

  // MARK: Pairs

  /// Returns the list with RAW files left out whose rendered pictures are in it.
  func paired() -> NameList {
    var list = self
    list.pairs = PicturePairs()
    list.pairUp()
    return list
  }

  /// Returns the RAW file that was left out for a rendered picture; `nil` if there is none.
  func raw(beside name: [UInt8]) -> [UInt8]? { pairs?.raw(beside: name) }

  /// Returns true for a RAW file that was left out for a rendered picture.
  func leavesOut(_ name: [UInt8]) -> Bool { pairs?.hidden.contains(name) == true }

  /// Finds the pairs anew, among the names in the list and those left out that are not `gone`.
  ///
  /// The list is sorted anew only if several names return to it: that takes long in a large folder.
  private mutating func pairUp(without gone: Set<[UInt8]> = []) {
    guard let before = pairs?.hidden.subtracting(gone) else { return }
    let all = Set((0..<count).map { self[$0] }).union(before)
    let found = PicturePairs(among: all.subtracting(apart))
    pairs = found
    let hidden = found.hidden
    removeAllPlainly(hidden)
    let shown = before.subtracting(hidden)
    if shown.count == 1, let name = shown.first {
      insertPlainly(name)
    } else if !shown.isEmpty {
      mergePlainly(shown)
    }
  }

  // MARK: Comparing

  /// Compares names by their indices in `ranges`: by the list's order, then bytewise.
  private func withComparison<Result>(
    of ranges: [Range<UInt32>], _ body: (_ compare: (Int, Int) -> Int) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      func name(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let range = ranges[index]
        return UnsafeBufferPointer(
          rebasing: bytes[Int(range.lowerBound)..<Int(range.upperBound)])
      }
      switch order {
      case .natural: return body { NaturalOrder.compare(name($0), name($1)) }
      case .collated(let collation):
        var keys: [UInt8] = []
        var ends = [0]
        collation.withKeys { append in
          for index in ranges.indices {
            append(name(index), &keys)
            ends.append(keys.count)
          }
        }
        return keys.withUnsafeBufferPointer { keys in
          func key(_ index: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(rebasing: keys[ends[index]..<ends[index + 1]])
          }
          return body { one, other in
            let order = key(one).compareBytes(to: key(other))
            return order != 0 ? order : name(one).compareBytes(to: name(other))
          }
        }
      }
    }
  }

  private func compareBytes(at index: Int, to name: [UInt8]) -> Int {
    let range = ranges[index]
    return bytes.withUnsafeBufferPointer { bytes in
      name.withUnsafeBufferPointer { name in
        UnsafeBufferPointer(rebasing: bytes[Int(range.lowerBound)..<Int(range.upperBound)])
          .compareBytes(to: name)
      }
    }
  }

  private mutating func sortByBytes() {
    byBytes = bytes.withUnsafeBufferPointer { bytes in
      func name(_ index: UInt32) -> UnsafeBufferPointer<UInt8> {
        let range = ranges[Int(index)]
        return UnsafeBufferPointer(
          rebasing: bytes[Int(range.lowerBound)..<Int(range.upperBound)])
      }
      return (0..<UInt32(ranges.count)).sorted { name($0).compareBytes(to: name($1)) < 0 }
    }
  }
}

/// Binary search: returns the first index for which `holds` is false.
private func lowerBound(_ count: Int, _ holds: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while low < high {
    let middle = (low + high) / 2
    if holds(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
