import Geometry

/// A parameter of a filter.
package struct FilterParameter: Hashable, Sendable {
  /// The kind of a parameter's values.
  package enum Kind: Hashable, Sendable {
    /// A number within limits.
    case float(minimum: Double, maximum: Double)
    /// An integer within limits.
    case int(minimum: Int, maximum: Int)
    /// On or off, shown as a switch.
    case bool
    /// One of several names.
    case options([String])
    /// A colour with opacity.
    case color
    /// A file with a colour table (`.cube`).
    case file
    /// An ICC profile of a medium, from which tables are computed.
    case profile

    /// True if the value is a file.
    package var isFile: Bool { self == .file || self == .profile }
  }

  /// The name in chains and in the shader.
  package var name: String
  /// A short description for users.
  package var summary: String
  /// The kind of its values.
  package var kind: Kind
  /// The default value.
  package var defaultValue: FilterValue

  /// Creates a parameter.
  package init(name: String, summary: String, kind: Kind, defaultValue: FilterValue) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.defaultValue = defaultValue
  }
}

extension FilterParameter {
  /// The shader's names for an enum's options, in order; empty for other kinds.
  package var shaderOptionNames: [String] {
    guard case .options(let options) = kind else { return [] }
    return options.map { Self.shaderName(of: $0, parameter: name) }
  }

  /// Returns the parameter's name, `_`, and the option with `_` in place of each `-`.
  static func shaderName(of option: String, parameter: String) -> String {
    parameter + "_" + String(option.map { $0 == "-" ? "_" : $0 })
  }
}

extension FilterParameter {
  /// Returns a value as users write it: `0.5`, `on`, `viridis`, `#ff8000`, a file name.
  ///
  /// It is the shortest text that `value(parsing:)` parses as the same value. It is empty without a
  /// file; in file names, bytes that are not UTF-8 are replaced.
  package func text(of value: FilterValue) -> String {
    switch value {
    case .float(let number): Decimal.text(number)
    case .int(let number): String(number)
    case .bool(let isOn): isOn ? "on" : "off"
    case .option(let index):
      if case .options(let names) = kind, names.indices.contains(index) {
        names[index]
      } else {
        String(index)
      }
    case .color(let color): color.text
    case .file(let file): file.map { String(decoding: $0.path, as: UTF8.self) } ?? ""
    }
  }

  /// Parses a value.
  ///
  /// Errors say what was expected. The text of a file is its name; `files` reads the table of a
  /// `.cube` file, and `profiles` that of an ICC profile. Without them, file names are refused.
  package func value(
    parsing text: some StringProtocol,
    files: FilterFile.Reading = FilterParameter.withoutFiles,
    profiles: FilterFile.Reading = FilterParameter.withoutFiles
  ) throws(FilterError) -> FilterValue {
    switch kind {
    case .float(let minimum, let maximum):
      guard let number = Decimal.double(text) else { throw refusal(of: text, "a number") }
      guard number >= minimum && number <= maximum else { throw refusal(of: text, range) }
      return .float(number)
    case .int(let minimum, let maximum):
      guard let number = Decimal.int(text) else { throw refusal(of: text, "a whole number") }
      guard number >= minimum && number <= maximum else { throw refusal(of: text, range) }
      return .int(number)
    case .bool:
      guard text == "on" || text == "off" else { throw refusal(of: text, range) }
      return .bool(text == "on")
    case .options(let names):
      guard let index = names.firstIndex(where: { $0 == text }) else {
        throw refusal(of: text, range)
      }
      return .option(index)
    case .color:
      guard let color = PaintColor(parsing: text) else { throw refusal(of: text, range) }
      return .color(color)
    case .file: return try file(Array(text.utf8), files)
    case .profile: return try file(Array(text.utf8), profiles)
    }
  }

  /// Throws an error saying that no file can be given here.
  package static func withoutFiles(_ path: [UInt8]) throws(FilterError) -> CubeTable {
    throw FilterError("a file can't be named here")
  }

  /// Parses a value from bytes, which may be a file name that is not UTF-8.
  func value(
    of bytes: [UInt8], files: FilterFile.Reading, profiles: FilterFile.Reading
  ) throws(FilterError) -> FilterValue {
    if kind.isFile { return try file(bytes, kind == .file ? files : profiles) }
    return try value(parsing: String(decoding: bytes, as: UTF8.self))
  }

  private func file(
    _ path: [UInt8], _ files: FilterFile.Reading
  ) throws(FilterError) -> FilterValue {
    guard !path.isEmpty else { throw FilterError("“\(name)” needs a file's name") }
    guard !path.contains(0) else { throw FilterError("a file's name can't contain a zero byte") }
    return .file(FilterFile(path: path, table: try files(path)))
  }

  /// The allowed values, in words that follow “must be”: `from -5 to 5`, `on or off`.
  package var range: String {
    switch kind {
    case .float(let minimum, let maximum):
      "from \(Decimal.text(minimum)) to \(Decimal.text(maximum))"
    case .int(let minimum, let maximum): "a whole number from \(minimum) to \(maximum)"
    case .bool: "on or off"
    case .options(let names): listed(names)
    case .color: "a colour, #rrggbb or #rrggbbaa"
    case .file: "a .cube file"
    case .profile: "an ICC profile"
    }
  }

  private func refusal(of text: some StringProtocol, _ expected: String) -> FilterError {
    FilterError("“\(name)” must be \(expected), not \(quoted(text))")
  }
}
