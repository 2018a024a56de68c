/// The names in a folder, in an order that people expect, packed into one piece of memory.
///
/// A folder may hold a million names; each as an array of its own would take several times the
/// memory, and the viewer keeps them as long as it runs. The keys of an order are as long as the
/// names and longer: they are computed when names are put in order, and not kept.
struct NameList: Sendable {
  private let order: NameOrder
  private var bytes: [UInt8] = []
  /// Where each name lies, in the list's order.
  private var ranges: [Range<UInt32>] = []
  /// The names' places in the list, in the order of their bytes: a name is found without its key.
  private var byBytes: [UInt32] = []

  /// No names, which will stand in an order.
  init(order: NameOrder = .natural) { self.order = order }

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

  /// Adds one name, at the cost of a look at a few others.
  mutating func insert(_ name: [UInt8]) {
    guard index(of: name) == nil, bytes.count + name.count < Int(UInt32.max) else { return }
    let place = insertionIndex(of: name)
    let start = UInt32(bytes.count)
    bytes += name
    ranges.insert(start..<UInt32(bytes.count), at: place)
    byBytes = byBytes.map { $0 < place ? $0 : $0 + 1 }
    let rank = lowerBound(byBytes.count) { compareBytes(at: Int(byBytes[$0]), to: name) < 0 }
    byBytes.insert(UInt32(place), at: rank)
  }

  /// Where a name stands, or `nil` where it isn't there.
  func index(of name: [UInt8]) -> Int? {
    let place = lowerBound(count) { compareBytes(at: Int(byBytes[$0]), to: name) < 0 }
    guard place < count else { return nil }
    let index = Int(byBytes[place])
    return compareBytes(at: index, to: name) == 0 ? index : nil
  }

  /// How many names come before that one, whether it is there or not.
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

  /// Takes a name out, if it is there.
  mutating func remove(_ name: [UInt8]) { removeAll([name]) }

  /// Takes names out; those that aren't there are ignored.
  mutating func removeAll(_ names: some Sequence<[UInt8]>) {
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

  // MARK: Comparing

  /// Compares names by their places in `ranges`: the list's order, then their bytes.
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

/// The first of so many places of which something no longer holds, as it does of all before.
private func lowerBound(_ count: Int, _ holds: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while low < high {
    let middle = (low + high) / 2
    if holds(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
