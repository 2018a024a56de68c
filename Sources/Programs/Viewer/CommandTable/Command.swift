import Glibc
import Platform
import Preferences

/// A command with its arguments, as a key, a menu or a script requests it.
package struct Command: Hashable, Sendable, CustomStringConvertible {
  /// The command's name.
  package let name: CommandName
  /// The arguments' values, one for each of the definition's arguments.
  private let values: [Value]

  private enum Value: Hashable, Sendable {
    case number(Double)
    case place(Int, isRelative: Bool)
    case text(String)
    case texts([String])

    var text: String {
      switch self {
      case .number(let number):
        // From 2⁶³, a number has no place in an `Int`.
        abs(number) < 1e9 && number == number.rounded() ? String(Int(number)) : String(number)
      case .place(let number, let isRelative): isRelative && number > 0 ? "+\(number)" : "\(number)"
      case .text(let text): Self.quoted(text)
      case .texts(let texts): texts.map(Self.quoted).joined(separator: " ")
      }
    }

    private static func quoted(_ text: String) -> String {
      text.contains("'" as Character) ? "\"\(text)\"" : "'\(text)'"
    }
  }

  /// Creates a command with the standard values of its arguments; `nil` if it requires some.
  package init?(_ name: CommandName) {
    var values: [Value] = []
    for argument in name.definition.arguments {
      guard let text = argument.standard, let value = Self.value(text, argument.kind) else {
        return nil
      }
      values.append(value)
    }
    self.name = name
    self.values = values
  }

  /// The number at an index of the arguments.
  package func number(_ index: Int = 0) -> Double {
    if case .number(let number) = values[index] { number } else { 0 }
  }

  /// The whole number at an index of the arguments.
  package func wholeNumber(_ index: Int = 0) -> Int { Int(number(index)) }

  /// The place that the first argument names: a number from 1, or a distance.
  package var place: (number: Int, isRelative: Bool) {
    if case .place(let number, let isRelative)? = values.first {
      (number, isRelative)
    } else {
      (0, true)
    }
  }

  /// The text of the first argument.
  package var text: String { text(0) }

  /// The text at an index of the arguments; empty if it is none.
  package func text(_ index: Int) -> String {
    if values.indices.contains(index), case .text(let text) = values[index] { text } else { "" }
  }

  /// True if a program on the socket needs the user's consent.
  var needsConfirmation: Bool {
    if name.definition.traits.contains(.needsConfirmation) { return true }
    guard name == .set, case .success(let setting) = Setting.named(text) else { return false }
    return setting.needsConfirmation
  }

  /// The texts of the last argument, if it takes several.
  package var texts: [String] { if case .texts(let texts)? = values.last { texts } else { [] } }

  /// The name in menus: that of its script, or of its definition.
  package var title: String { name == .script ? text : name.definition.title }

  /// Returns the command with its numbers multiplied by a wheel's detents, within the arguments'
  /// ranges; a factor is raised to their power.
  package func scaled(by detents: Double) -> Command {
    guard name.definition.traits.contains(.scalable) else { return self }
    let scaled = changingNumbers { name == .zoomBy ? pow($0, detents) : $0 * detents }
    let kinds = name.definition.arguments.map(\.kind)
    // A flick on a touchpad is dozens of detents.
    let limited = zip(scaled.values, kinds).map { (value, kind) -> Value in
      guard case .number(let number) = value, case .number(let range) = kind else { return value }
      return .number(min(max(number, range.lowerBound), range.upperBound))
    }
    return Command(name: name, values: limited)
  }

  /// The command that makes the same step in the other direction; `nil` if this one makes no step.
  package var opposite: Command? {
    switch name {
    case .zoomBy: changingNumbers { 1 / $0 }
    case .expose, .pan, .rotate: changingNumbers { -$0 }
    case .go:
      place.isRelative
        ? Command(name: name, values: [.place(-place.number, isRelative: true)]) : nil
    default: name.opposite.map { Command(name: $0, values: values) }
    }
  }

  private func changingNumbers(_ change: (Double) -> Double) -> Command {
    let changed = values.map { (value: Value) -> Value in
      if case .number(let number) = value { .number(change(number)) } else { value }
    }
    return Command(name: name, values: changed)
  }

  /// The command in the form that `init(parsing:)` reads.
  package var description: String {
    ([name.rawValue] + values.map(\.text).filter { !$0.isEmpty }).joined(separator: " ")
  }

  /// Creates the command that runs a script.
  package init(script name: String) { self.init(name: .script, values: [.text(name)]) }

  private init(name: CommandName, values: [Value]) {
    self.name = name
    self.values = values
  }
}

extension Command {
  /// A text that is not a command; `sentence` says why, without a full stop.
  package struct SyntaxError: Error, Hashable, Sendable {
    package let sentence: String
  }

  /// Parses a command, such as `zoom-to 2` or `filter 'exposure(0.5)'`.
  package init(parsing text: String) throws(SyntaxError) {
    try self.init(words: try Self.words(in: text))
  }

  /// Parses a command from its name and its values.
  package init(words: [String]) throws(SyntaxError) {
    guard let first = words.first else { throw SyntaxError(sentence: "the command is empty") }
    guard let name = CommandName(rawValue: first) else {
      // A longer word is not a mistyped name.
      let nearest =
        first.utf8.count > 20
        ? nil : NameSuggestions.find(first, in: CommandName.allCases.map(\.rawValue)).first
      throw SyntaxError(
        sentence: "there is no command “\(Self.shown(first))”"
          + (nearest.map { "; did you mean “\($0)”?" } ?? ""))
    }
    let arguments = name.definition.arguments
    let takesSeveral = arguments.last?.kind == .files
    guard words.count - 1 <= arguments.count || takesSeveral else {
      let most = arguments.isEmpty ? "no value" : arguments.count == 1 ? "one value" : "two values"
      throw SyntaxError(sentence: "“\(first)” takes \(most)")
    }
    var values: [Value] = []
    for (index, argument) in arguments.enumerated() {
      guard let word = words.dropFirst(index + 1).first ?? argument.standard else {
        throw SyntaxError(sentence: "“\(first)” needs \(argument.name): \(argument.words)")
      }
      if argument.kind == .files {
        let names = words.dropFirst(index + 1).filter { !$0.isEmpty }
        // The system would truncate the path at the zero byte.
        if let cut = names.first(where: { $0.utf8.contains(0) }) {
          throw SyntaxError(sentence: "no file is called “\(Self.shown(cut))”")
        }
        values.append(.texts(names))
        break
      }
      guard let value = Self.value(word, argument.kind) else {
        throw SyntaxError(
          sentence: "\(argument.name) of “\(first)” must be \(argument.words), not "
            + "“\(Self.shown(word))”")
      }
      values.append(value)
    }
    self.init(name: name, values: values)
    if name == .set { try checkSetting() }
  }

  /// Checks the name and the value of a setting.
  private func checkSetting() throws(SyntaxError) {
    do throws(Setting.Problem) {
      var preferences = Preferences()
      try Setting.named(text(0)).get().set(text(1), in: &preferences)
    } catch {
      throw SyntaxError(sentence: error.sentence)
    }
  }

  private static func shown(_ word: String) -> String { escapedForDisplay(word.utf8, limit: 40) }

  private static func value(_ word: String, _ kind: CommandArgument.Kind) -> Value? {
    switch kind {
    case .number(let range):
      Double(word).flatMap { range.contains($0) ? .number($0) : nil }
    case .wholeNumber(let range):
      Int(word).flatMap { range.contains($0) ? .number(Double($0)) : nil }
    case .oneOf(let numbers): Int(word).flatMap { numbers.contains($0) ? .number(Double($0)) : nil }
    case .place:
      Int(word).flatMap { number in
        let isRelative = word.hasPrefix("+") || word.hasPrefix("-")
        let range = isRelative ? -1_000_000_000...1_000_000_000 : 1...1_000_000_000
        return range.contains(number) ? .place(number, isRelative: isRelative) : nil
      }
    case .text: .text(word)
    case .files: .texts(word.isEmpty ? [] : [word])
    }
  }

  /// Splits a text at spaces, but not within single or double quotes.
  static func words(in text: String) throws(SyntaxError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let done = word { words.append(done) }
        word = nil
      } else {
        if word == nil { word = "" }
        word?.append(character)
      }
    }
    guard quote == nil else { throw SyntaxError(sentence: "a quotation mark is missing") }
    if let word { words.append(word) }
    return words
  }
}

extension CommandArgument {
  /// A description of the valid values.
  package var words: String {
    switch kind {
    case .number(let range):
      "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
    case .wholeNumber(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .oneOf(let numbers): numbers.map(String.init).joined(separator: ", ")
    case .place: "a number from 1, or a distance with its sign"
    case .text: "a text"
    case .files: "files, folders or addresses"
    }
  }

  private func plain(_ number: Double) -> String {
    abs(number) < 1e9 && number == number.rounded() ? String(Int(number)) : String(number)
  }
}
