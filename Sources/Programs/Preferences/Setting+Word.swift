import Platform

/// Setting a value from a word, such as `free`, `0.5` or `202020`.
extension Setting {
  /// Returns the setting with a name; the sentence of an unknown one names the nearest.
  package static func named(_ name: String) -> Result<Setting, Problem> {
    if let setting = all.first(where: { $0.name == name }) { return .success(setting) }
    let nearest = NameSuggestions.find(name, in: all.map(\.name)).first
    return .failure(
      Problem(
        sentence: "there is no setting “\(escapedForDisplay(name.utf8, limit: 40))”"
          + (nearest.map { "; did you mean “\($0)”?" } ?? "")))
  }

  /// Why a setting can't be set; `sentence` has no full stop at its end.
  package struct Problem: Error, Hashable, Sendable {
    package let sentence: String

    /// Creates a problem.
    package init(sentence: String) { self.sentence = sentence }
  }

  /// Sets the value in some preferences; it changes nothing if the value is invalid.
  package func set(_ word: String, in preferences: inout Preferences) throws(Problem) {
    guard !take(word, in: &preferences) else { return }
    throw Problem(
      sentence: "\(name) must be \(values), not “\(escapedForDisplay(word.utf8, limit: 40))”")
  }

  private func take(_ word: String, in preferences: inout Preferences) -> Bool {
    // A word has no quotes, so that `000000` may be a number or a colour.
    let meanings: [TOMLValue?] = [
      Bool(word).map { .boolean($0) }, Int64(word).map { .integer($0) },
      Double(word).map { .real($0) }, .string(word),
    ]
    return meanings.compactMap(\.self).contains { set($0, &preferences) }
  }

  /// True if two preferences have different values of it.
  package func differs(_ one: Preferences, _ other: Preferences) -> Bool {
    text(one) != text(other)
  }

  /// Copies the value from some preferences to others.
  package func copy(from source: Preferences, to preferences: inout Preferences) {
    let text = text(source)
    let isQuoted = text.hasPrefix("\"") && text.utf8.count > 1
    _ = take(isQuoted ? String(text.dropFirst().dropLast()) : text, in: &preferences)
  }
}
