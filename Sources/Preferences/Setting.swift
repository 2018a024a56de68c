/// One line that `config.toml` may have: its name, what it takes, and what it does.
///
/// The README's table and the manual page say the same; a test compares them.
package struct Setting: Sendable {
  /// The name, as the file has it.
  package let name: String
  /// What it does, in a sentence.
  package let summary: String
  /// The values that it takes, in words: `1.01 to 4`.
  package let values: String
  /// What holds where the file says nothing, or nothing that can be taken, as the file has it.
  package var defaultValue: String { text(Preferences()) }

  /// The value that preferences have, as the file has it.
  let text: @Sendable (Preferences) -> String
  /// Sets preferences to a value; `false` where the setting does not take it, and changes nothing.
  let set: @Sendable (TOMLValue, inout Preferences) -> Bool
}

extension Setting {
  typealias Property<Value> = WritableKeyPath<Preferences, Value> & Sendable

  /// A setting that is on or off.
  static func toggle(_ name: String, _ property: Property<Bool>, _ summary: String) -> Setting {
    Setting(
      name: name, summary: summary, values: "true or false",
      text: { $0[keyPath: property] ? "true" : "false" },
      set: { value, preferences in
        guard case .boolean(let isOn) = value else { return false }
        preferences[keyPath: property] = isOn
        return true
      })
  }

  /// A setting that is a number of some range.
  static func number(
    _ name: String, _ property: Property<Double>, _ range: ClosedRange<Double>, _ summary: String
  ) -> Setting {
    Setting(
      name: name, summary: summary, values: words(range),
      text: { plain($0[keyPath: property]) },
      set: { value, preferences in
        guard let number = value.number, range.contains(number) else { return false }
        preferences[keyPath: property] = number
        return true
      })
  }

  /// A setting that is one of some whole numbers.
  static func wholeNumber(
    _ name: String, _ property: Property<Int>, oneOf numbers: [Int], _ summary: String
  ) -> Setting {
    Setting(
      name: name, summary: summary, values: list(numbers.map(String.init)),
      text: { String($0[keyPath: property]) },
      set: { value, preferences in
        guard case .integer(let integer) = value, let number = Int(exactly: integer),
          numbers.contains(number)
        else { return false }
        preferences[keyPath: property] = number
        return true
      })
  }

  /// A setting that is one of some words.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ property: Property<Choice>, _ summary: String
  ) -> Setting {
    Setting(
      name: name, summary: summary, values: list(Choice.allCases.map { quoted($0.rawValue) }),
      text: { quoted($0[keyPath: property].rawValue) },
      set: { value, preferences in
        guard case .string(let word) = value, let choice = Choice(rawValue: word) else {
          return false
        }
        preferences[keyPath: property] = choice
        return true
      })
  }

  /// A range in words.
  static func words(_ range: ClosedRange<Double>) -> String {
    "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
  }

  /// A number without a fraction that says nothing.
  static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  /// A word as the file has it.
  static func quoted(_ word: String) -> String { "\"\(word)\"" }

  private static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
