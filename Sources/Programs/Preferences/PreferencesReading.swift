import Platform

/// The result of reading a preferences file.
package struct PreferencesReading: Hashable, Sendable {
  /// The preferences: the file's valid values, and defaults for the rest.
  package private(set) var preferences = Preferences()
  /// The lines of `[keys]` and of the tables in it, in order.
  package private(set) var keys: [KeySetting] = []
  /// The line that names a preset of keys, with the name as its command; `nil` without one.
  package private(set) var keyPreset: KeySetting?
  /// The scripts, in the order of their lines.
  package private(set) var scripts: [ScriptSetting] = []
  /// The errors, one line each, escaped for display: `FILE:LINE: what is wrong`.
  ///
  /// There are at most `mostSentences`; the last one then gives the number of the others.
  package private(set) var sentences: [String] = []
  /// True if there is a file that can't be used as a whole.
  package private(set) var isIgnored = false
  private let name: String
  private var lines: [String: Int] = [:]

  /// The maximum number of sentences; users would not read more.
  package static let mostSentences = 12

  /// The preferences without a file.
  package init() { name = "" }

  /// The result for a file that can't be read.
  init(name: String, problem: String) {
    self.name = name
    isIgnored = true
    sentences = ["\(name): \(problem)"]
  }

  /// Parses the contents of a file.
  init(name: String, bytes: [UInt8]) {
    self.name = name
    if let line = Self.lineOfFirstError(in: bytes) {
      isIgnored = true
      sentences = ["\(name):\(line): this is not UTF-8; the file is ignored."]
      return
    }
    do throws(TOMLDocument.SyntaxError) {
      apply(try TOMLDocument(parsing: bytes))
    } catch {
      isIgnored = true
      let reason = escapedForDisplay(error.reason.utf8, limit: 200)
      sentences = ["\(name):\(error.line): \(reason); the file is ignored."]
    }
  }

  /// Returns where a setting is, `FILE:LINE`, for errors that are found later.
  ///
  /// `nil` if the file does not contain it.
  package func place(of setting: String) -> String? { lines[setting].map { "\(name):\($0)" } }

  private mutating func apply(_ document: TOMLDocument) {
    for entry in document.entries {
      guard let problem = apply(entry) else { continue }
      sentences.append("\(name):\(entry.line): \(problem)")
    }
    guard sentences.count > Self.mostSentences else { return }
    let more = sentences.count - Self.mostSentences + 1
    sentences.removeLast(more)
    sentences.append("\(name): \(more) more lines have errors.")
  }

  /// Applies an entry; returns an error sentence if it is invalid.
  private mutating func apply(_ entry: TOMLDocument.Entry) -> String? {
    let shown = escapedForDisplay(entry.name.utf8, limit: 40)
    guard entry.outer.isEmpty else {
      // The line of another table has been reported.
      guard entry.outer == "keys", let context = KeyContext(rawValue: entry.table) else {
        return nil
      }
      return bind(entry, in: context)
    }
    if entry.table == "keys" { return takeKeys(entry) }
    if entry.table == "scripts" { return addScript(entry) }
    guard entry.table.isEmpty else { return nil }
    if entry.name == "keys" { return entry.value == .table ? nil : takePreset(entry) }
    if entry.name == "scripts" {
      return entry.value == .table ? nil : "“scripts” must be a table: [scripts]."
    }
    let setting: Setting
    switch Setting.named(entry.name) {
    case .success(let found): setting = found
    case .failure where entry.value == .table:
      return "settings belong outside any table; [\(shown)] is ignored."
    case .failure(let problem):
      return problem.sentence + (problem.sentence.hasSuffix("?") ? "" : ".")
    }
    lines[setting.name] = entry.line
    guard !setting.set(entry.value, &preferences) else { return nil }
    return "\(setting.name) must be \(setting.values), not \(Self.text(entry.value));"
      + " \(setting.defaultValue) is used."
  }

  /// Applies a line of `[keys]`; returns an error sentence if it is invalid.
  private mutating func takeKeys(_ entry: TOMLDocument.Entry) -> String? {
    if entry.name == "preset" {
      guard case .string(let preset) = entry.value else {
        return "“preset” must be a name in quotes, not \(Self.text(entry.value))."
      }
      keyPreset = KeySetting(keys: entry.name, commands: [preset], place: place(of: entry))
      return nil
    }
    if entry.value == .table, KeyContext(rawValue: entry.name) != nil { return nil }
    return bind(entry, in: nil)
  }

  /// Applies `keys = "feh"`, which names a preset without a table.
  private mutating func takePreset(_ entry: TOMLDocument.Entry) -> String? {
    guard case .string(let preset) = entry.value else {
      return "“keys” must be a table: [keys]."
    }
    keyPreset = KeySetting(keys: entry.name, commands: [preset], place: place(of: entry))
    return nil
  }

  private func place(of entry: TOMLDocument.Entry) -> String { "\(name):\(entry.line)" }

  /// Applies a line with keys and commands; returns an error sentence if it is invalid.
  private mutating func bind(_ entry: TOMLDocument.Entry, in context: KeyContext?) -> String? {
    let commands: [String]
    switch entry.value {
    case .string(let text): commands = text.isEmpty ? [] : [text]
    case .strings(let texts): commands = texts
    default:
      let shown = escapedForDisplay(entry.name.utf8, limit: 40)
      let nearest =
        entry.value == .table && context == nil
        ? NameSuggestions.find(entry.name, in: KeyContext.allCases.map(\.rawValue)).first : nil
      return "“\(shown)” must be a command in quotes or a list of commands, not "
        + Self.text(entry.value) + (nearest.map { "; did you mean [keys.\($0)]?" } ?? ".")
    }
    keys.append(
      KeySetting(context: context, keys: entry.name, commands: commands, place: place(of: entry)))
    return nil
  }

  /// Applies a line of `[scripts]`; returns an error sentence if it is invalid.
  private mutating func addScript(_ entry: TOMLDocument.Entry) -> String? {
    guard case .strings(let words) = entry.value, let program = words.first, !program.isEmpty,
      !entry.name.isEmpty, !words.contains(where: { $0.utf8.contains(0) })
    else {
      let shown = escapedForDisplay(entry.name.utf8, limit: 40)
      return "“\(shown)” must be a list of a program and its arguments, each in quotes."
    }
    scripts.append(ScriptSetting(name: entry.name, words: words))
    return nil
  }

  /// Returns a value in TOML syntax, or its type.
  private static func text(_ value: TOMLValue) -> String {
    switch value {
    case .boolean(let isOn): isOn ? "true" : "false"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .string(let text): "\"\(escapedForDisplay(text.utf8, limit: 40))\""
    case .array, .strings: "a list"
    case .table: "a table"
    case .date: "a date"
    }
  }

  /// Returns the first line that is not valid UTF-8; newlines never occur inside a multi-byte
  /// character.
  private static func lineOfFirstError(in bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
  }
}
