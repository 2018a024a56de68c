import Platform

/// Finds things with names and a summary by a typed query.
package enum NameSearch {
  /// Returns those that match every word of the query, the best first; all for an empty query.
  ///
  /// A name that is the query comes first, then one that begins with it. The others are ranked by
  /// their worst word. From best to worst, a word equals a name; a name begins with it; the summary
  /// does; a word of the summary does; a name contains it; the summary does; a name contains its
  /// letters in order.
  package static func find<Item>(
    _ query: String, in items: [Item], by texts: (Item) -> (names: [String], summary: String)
  ) -> [Item] {
    let words = query.lowercased().split(separator: " ")
    guard !words.isEmpty else { return items }
    let ranked = items.enumerated().compactMap { place, item -> (Int, Int)? in
      let texts = texts(item)
      let names = texts.names.map { $0.lowercased() }
      let whole = words.joined(separator: " ")
      if names.contains(whole) { return (-2, place) }
      if names.contains(where: { $0.hasPrefix(whole) }) { return (-1, place) }
      let summary = texts.summary.lowercased()
      let ranks = words.map { word in names.compactMap { rank(of: $0, summary, word: word) }.min() }
      guard let worst = ranks.map({ $0 ?? Int.max }).max(), worst < Int.max else { return nil }
      return (worst, place)
    }
    return ranked.sorted { $0 < $1 }.map { items[$0.1] }
  }

  private static func rank(of name: String, _ summary: String, word: Substring) -> Int? {
    if name == word { return 0 }
    if name.hasPrefix(word) { return 1 }
    if summary.hasPrefix(word) { return 2 }
    if summary.containsBytes(of: " " + word) { return 3 }
    if name.containsBytes(of: word) { return 4 }
    if summary.containsBytes(of: word) { return 5 }
    return hasInOrder(name, word) ? 6 : nil
  }

  private static func hasInOrder(_ name: String, _ word: Substring) -> Bool {
    var rest = name[...]
    for letter in word {
      guard let found = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: found)...]
    }
    return true
  }
}
