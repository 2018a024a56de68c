import Platform

/// A parameter while its lines are being read.
struct ParameterDraft {
  let name: String
  let line: Int
  private var summary: String?
  private var type: (name: String, line: Int)?
  private var minimum: (text: String, line: Int)?
  private var maximum: (text: String, line: Int)?
  private var values: [(text: String, line: Int)] = []

  init(name: String, line: Int) {
    self.name = name
    self.line = line
  }

  /// Handles a directive; returns false if it is not a parameter's.
  mutating func take(
    _ word: String, _ rest: String, line: Int
  ) throws(FilterError) -> Bool {
    guard ["DESC", "TYPE", "MINIMUM", "MAXIMUM"].contains(word) else { return false }
    guard values.isEmpty else {
      throw FilterError(line: line, "//!\(word) must come before the value of “\(name)”")
    }
    let isSecond =
      switch word {
      case "DESC": summary != nil
      case "TYPE": type != nil
      case "MINIMUM": minimum != nil
      default: maximum != nil
      }
    guard !isSecond else {
      throw FilterError(line: line, "“\(name)” has a second //!\(word)")
    }
    guard !rest.isEmpty else {
      throw FilterError(line: line, "//!\(word) has nothing after it")
    }
    switch word {
    case "DESC": summary = escapedForDisplay(rest.utf8, limit: FilterParser.longestSummary)
    case "TYPE":
      guard ["float", "int", "bool", "enum", "color", "file", "profile"].contains(rest) else {
        throw FilterError(
          line: line,
          "\(quoted(rest)) is not a type; use float, int, bool, enum, color, file or profile")
      }
      type = (rest, line)
    case "MINIMUM": minimum = (rest, line)
    default: maximum = (rest, line)
    }
    return true
  }

  /// Handles a line of the value; empty lines and comments are skipped.
  mutating func takeValue(_ text: Substring, line: Int) {
    let text = text.trimmed
    guard !text.isEmpty, !text.hasPrefix("//") else { return }
    values.append((String(text), line))
  }

  /// Returns the parameter after its last line; checks it.
  func finished() throws(FilterError) -> FilterParameter {
    guard let type else { throw FilterError(line: line, "“\(name)” has no //!TYPE") }
    if type.name != "float" && type.name != "int", let limit = minimum ?? maximum {
      throw FilterError(
        line: limit.line, "only a float or an int can have limits, not a \(type.name)")
    }
    let kind: FilterParameter.Kind
    switch type.name {
    case "float":
      let limits = try limits(Decimal.double, "a number")
      kind = .float(minimum: limits.low, maximum: limits.high)
    case "int":
      let limits = try limits(Decimal.int, "a whole number")
      kind = .int(minimum: limits.low, maximum: limits.high)
    case "bool": kind = .bool
    case "enum": kind = .options(try options())
    case "color": kind = .color
    case "profile": kind = .profile
    default: kind = .file
    }
    return FilterParameter(
      name: name, summary: summary ?? name, kind: kind, defaultValue: try value(of: kind))
  }

  private func limits<Number: Comparable>(
    _ read: (String) -> Number?, _ what: String
  ) throws(FilterError) -> (low: Number, high: Number) {
    func limit(
      _ limit: (text: String, line: Int)?, _ word: String
    ) throws(FilterError) -> Number {
      guard let limit else { throw FilterError(line: line, "“\(name)” has no //!\(word)") }
      guard let number = read(limit.text) else {
        throw FilterError(
          line: limit.line, "the //!\(word) of “\(name)” is \(quoted(limit.text)), not \(what)")
      }
      return number
    }
    let low = try limit(minimum, "MINIMUM")
    let high = try limit(maximum, "MAXIMUM")
    guard low < high else {
      throw FilterError(
        line: maximum?.line ?? line, "the //!MAXIMUM of “\(name)” is not above its //!MINIMUM")
    }
    return (low, high)
  }

  private func options() throws(FilterError) -> [String] {
    guard !values.isEmpty else {
      throw FilterError(line: line, "“\(name)” has no options")
    }
    var options: [String] = []
    var shaderNames: Set<String> = []
    for value in values {
      let option = value.text
      let isName = option.utf8.allSatisfy { $0.continuesName || $0 == UInt8(ascii: "-") }
      let shaderName = FilterParameter.shaderName(of: option, parameter: name)
      guard isName, ShaderNames.objection(to: shaderName) == nil else {
        throw FilterError(
          line: value.line,
          "\(quoted(option)) is not an option's name: names consist of letters, digits, - and _,"
            + " without two of the last two in a row")
      }
      guard shaderNames.insert(shaderName).inserted else {
        throw FilterError(line: value.line, "“\(name)” already has the option “\(option)”")
      }
      options.append(option)
    }
    return options
  }

  private func value(of kind: FilterParameter.Kind) throws(FilterError) -> FilterValue {
    if case .options = kind { return .option(0) }
    if kind.isFile {
      if let extra = values.first {
        throw FilterError(
          line: extra.line, "a file has no default value, but \(quoted(extra.text)) follows")
      }
      return .file(nil)
    }
    guard let first = values.first else {
      throw FilterError(line: line, "“\(name)” has no default value")
    }
    if values.count > 1 {
      throw FilterError(
        line: values[1].line, "“\(name)” already has a value, but \(quoted(values[1].text)) follows"
      )
    }
    let parameter = FilterParameter(
      name: name, summary: "", kind: kind, defaultValue: .bool(false))
    do throws(FilterError) {
      return try parameter.value(parsing: first.text)
    } catch {
      throw FilterError(line: first.line, error.sentence)
    }
  }
}
