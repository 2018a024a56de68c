/// Finds what somebody may have meant by an unknown name.
package enum NearestNames {
  /// At most three of `names` that look like `name`, the nearest first.
  ///
  /// They differ in a third of their letters, and at least one, or begin with the name. Capitals
  /// don't count.
  package static func find(_ name: String, in names: [String]) -> [String] {
    let wanted = Array(name.lowercased().utf8)
    guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
    var near: [(distance: Int, name: String)] = []
    for candidate in names {
      let bytes = Array(candidate.lowercased().utf8)
      let distance = distance(wanted, bytes)
      if distance <= max(1, min(wanted.count, bytes.count) / 3) {
        near.append((distance, candidate))
      } else if wanted.count >= 3, bytes.starts(with: wanted) {
        near.append((distance, candidate))
      }
    }
    near.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return near.prefix(3).map(\.name)
  }

  /// How many letters must be added, left out, changed or swapped with their neighbour.
  ///
  /// Damerau's and Levenshtein's distance, in the form that changes no place twice (optimal string
  /// alignment).
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let isSame = left[row] == right[column]
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      before = last
      last = current
    }
    return last[right.count]
  }
}
