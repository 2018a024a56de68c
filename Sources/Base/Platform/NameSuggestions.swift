/// Suggests what the user may have meant by an unknown name.
package enum NameSuggestions {
  /// Returns up to three of `names` that resemble `name`, the closest first.
  ///
  /// A name resembles it if at most a third of the letters (at least one) differ, or if it begins
  /// with `name`. Case is ignored.
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

  /// Returns the number of letters to insert, delete, replace or swap with a neighbour.
  ///
  /// The Damerau-Levenshtein distance in its optimal string alignment form, which changes no
  /// position twice.
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
