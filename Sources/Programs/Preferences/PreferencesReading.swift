import Platform

/// The result of reading a preferences file.
package struct PreferencesReading: Hashable, Sendable {
  /// The preferences: the file's valid values, and defaults for the rest.
  package private(set) var preferences = Preferences()
  /// The lines of `[keys]` and of the tables in it, in order; those of a preset come first.
  package private(set) var keys: [KeySetting] = []
  /// The line that names a preset of keys, with the name as its command; `nil` without one.
  package private(set) var keyPreset: KeySetting?
  /// The scripts, in the order of their lines.
  package private(set) var scripts: [ScriptSetting] = []
  /// The folders to copy and move into, by the digits that choose them, 1 to 9; each begins with
  /// `/` or `~/`.
  package private(set) var folders: [Int: String] = [:]
  /// The errors, one line each, escaped for display: `FILE:LINE: what is wrong`.
  ///
  /// There are at most `mostSentences`; the last one then gives the number of the others.
  package private(set) var sentences: [String] = []
  /// True if there is a file that can't be used as a whole.
  package private(set) var isIgnored = false
  private let name: String
  private let part: Part
  private var lines: [String: Int] = [:]

  /// The maximum number of sentences; users would not read more.
  package static let mostSentences = 12

  /// What is read in a file.
  enum Part: Hashable, Sendable {
    case settings
    /// Only `[keys]`, and the tables in it.
    case keys
  }

  /// The preferences without a file.
  package init() {
    name = ""
    part = .settings
  }

  /// The result for a file that can't be read.
  init(name: String, problem: String) {
    self.name = name
    part = .settings
    isIgnored = true
    sentences = ["\(name): \(problem)"]
  }

  /// Parses the contents of a file.
  init(name: String, bytes: [UInt8], _ part: Part = .settings) {
    self.name = name
    self.part = part
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
    if part == .settings {
      if entry.table == "scripts" { return addScript(entry) }
      if entry.table == "folders" { return addFolder(entry) }
    }
    guard entry.table.isEmpty else { return nil }
    guard part == .settings || entry.name == "keys" && entry.value == .table else {
      return "a file of keys has only the table [keys]; “\(shown)” is ignored."
    }
    if entry.name == "keys" { return entry.value == .table ? nil : takePreset(entry) }
    if entry.name == "scripts" || entry.name == "folders" {
      return entry.value == .table ? nil : "“\(entry.name)” must be a table: [\(entry.name)]."
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
      guard part == .settings else { return "a file of keys can't name another one." }
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

  /// The preset that the file names; `nil` without one, and for an invalid name.
  var preset: KeyPreset? {
    keyPreset?.commands.first.flatMap { $0 == "none" ? nil : KeyPreset($0) }
  }

  /// Adds the keys of the preset that the file names, which is beside the settings at a path.
  mutating func addPreset(beside path: [UInt8]) {
    guard let line = keyPreset, let name = line.commands.first, name != "none" else { return }
    guard let found = preset?.read(beside: path) else {
      let shown = escapedForDisplay(name.utf8, limit: 40)
      return sentences.append(
        "\(line.place): “\(line.keys)” must be \(KeyPreset.values), not “\(shown)”.")
    }
    keys.insert(
      contentsOf: found.keys.map { key in
        var key = key
        key.isPreset = true
        return key
      }, at: 0)
    sentences += found.sentences
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

  /// Applies a line of `[folders]`; returns an error sentence if it is invalid.
  private mutating func addFolder(_ entry: TOMLDocument.Entry) -> String? {
    let shown = escapedForDisplay(entry.name.utf8, limit: 40)
    guard let digit = (1...9).first(where: { entry.name == String($0) }) else {
      return "“\(shown)” must be a digit from 1 to 9."
    }
    guard case .string(let path) = entry.value, path.hasPrefix("/") || path.hasPrefix("~/"),
      !path.utf8.contains(0)
    else {
      return "“\(shown)” must be a path in quotes that begins with / or ~/, not "
        + Self.text(entry.value) + "."
    }
    folders[digit] = path
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
