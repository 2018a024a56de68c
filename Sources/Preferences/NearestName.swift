/// Guesses what somebody meant to write.
enum NearestName {
  /// The name that is nearest to a word; `nil` where none is near enough to be meant.
  ///
  /// Near enough is a third of the word's characters, and at least two: more would guess at words
  /// that have nothing to do with each other.
  static func to(_ word: String, among names: [String]) -> String? {
    let word = Array(word.lowercased().map { $0 == "_" ? "-" : $0 })
    let limit = max(2, word.count / 3)
    // No name is that long: nobody waits for the comparison of a whole file's length.
    guard word.count <= 64 else { return nil }
    let distances = names.map { (name: $0, distance: distance(word, Array($0))) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return nearest.distance <= limit ? nearest.name : nil
  }

  /// How many characters have to be put in, left out, changed, or swapped with their neighbour.
  ///
  /// The restricted Damerau–Levenshtein distance, by its usual table (Wagner and Fischer 1974, with
  /// Damerau's swaps).
  static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...second.count)
    for (row, character) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var best = min(
          last[column] + (character == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, character == second[column - 1], first[row - 1] == other {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      before = last
      last = current
    }
    return last[second.count]
  }
}
