import Filters
import Platform

/// Finds filters by a typed query.
enum FilterSearch {
  /// Returns the filters that match every word of the query, the best first.
  ///
  /// A filter's rank is that of its worst word. From best to worst, a word equals the name; the
  /// name begins with it; the summary does; a word of the summary does; the name contains it; the
  /// summary does; the name contains its letters in order.
  static func filters(in library: FilterLibrary, matching query: String) -> [FilterDefinition] {
    let words = query.lowercased().split(separator: " ")
    guard !words.isEmpty else { return library.filters }
    let ranked = library.filters.enumerated().compactMap { place, filter -> (Int, Int)? in
      let ranks = words.map { rank(of: filter, word: $0) }
      guard let worst = ranks.map({ $0 ?? Int.max }).max(), worst < Int.max else { return nil }
      return (worst, place)
    }
    return ranked.sorted { $0 < $1 }.map { library.filters[$0.1] }
  }

  private static func rank(of filter: FilterDefinition, word: Substring) -> Int? {
    let name = filter.name.lowercased()
    let summary = filter.summary.lowercased()
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
