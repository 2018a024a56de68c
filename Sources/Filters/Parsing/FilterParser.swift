import Platform

/// Reads filters' files (Documentation/Filters.md).
public enum FilterParser {
  /// The longest file, in bytes.
  public static let mostBytes = 256 << 10
  /// The most parameters of a filter.
  public static let mostParameters = 32
  /// The most functions of a filter.
  public static let mostStages = 16
  /// The longest description, in characters; what is longer is cut.
  public static let longestSummary = 120

  /// The filter that a file declares.
  ///
  /// `name` is what chains call it: the file's name without `.frag`. The problem that is thrown is
  /// the first one of the file, with its line.
  public static func parse(
    _ bytes: [UInt8], name: String, origin: FilterDefinition.Origin = .builtIn
  ) throws(FilterProblem) -> FilterDefinition {
    do throws(FilterProblem) {
      guard isFilterName(name) else { throw badName(name) }
      guard bytes.count <= mostBytes else { throw tooLong }
      if let zero = bytes.firstIndex(of: 0) {
        throw FilterProblem(line: line(of: zero, in: bytes), "a zero byte is no text")
      }
      guard String(validating: bytes, as: UTF8.self) != nil else {
        throw FilterProblem("the file is no UTF-8 text")
      }
      var reader = FilterFileReader()
      for line in FilterLine.lines(of: bytes) { try reader.take(line) }
      return try reader.finished(name: name, origin: origin)
    } catch {
      var problem = error
      problem.file = FilterDefinition.fileName(name: name, origin: origin)
      throw problem
    }
  }

  /// Whether chains can call a filter so: lower-case letters, digits, `-` and `_`, a letter first.
  public static func isFilterName(_ name: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy {
      isLetter($0) || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
  }

  static var tooLong: FilterProblem {
    FilterProblem("the file is longer than \(limitName)")
  }

  static var limitName: String { "\(mostBytes >> 10) KiB" }

  private static func badName(_ name: String) -> FilterProblem {
    FilterProblem(
      "\(quoted(name)) can't be a filter's name: those are made of lower-case letters, digits, -"
        + " and _, and begin with a letter")
  }

  private static func line(of index: Int, in bytes: [UInt8]) -> Int {
    1 + bytes[..<index].count { $0 == UInt8(ascii: "\n") }
  }
}

/// What has been read of a filter's file.
private struct FilterFileReader {
  private enum Section {
    case head
    case parameter(ParameterDraft)
    case stage(StageDraft)
  }

  private var section = Section.head
  private var comments = HeadComments()
  private var summary: String?
  private var light: FilterLight?
  private var parameters: [FilterParameter] = []
  private var parameterNames: Set<String> = []
  private var stages: [StageDraft] = []

  mutating func take(_ line: FilterLine) throws(FilterProblem) {
    if let (word, rest) = line.directive {
      try take(String(word), String(rest), line.number)
      return
    }
    switch section {
    case .head:
      guard comments.isOnlyComment(line.text) else {
        throw FilterProblem(
          line: line.number,
          "\(quoted(line.text.trimmed)) stands before the first //!PARAM or //!HOOK")
      }
    case .parameter(var draft):
      draft.takeValue(line.text, line: line.number)
      section = .parameter(draft)
    case .stage(var draft):
      draft.take(line.text)
      section = .stage(draft)
    }
  }

  private mutating func take(
    _ word: String, _ rest: String, _ line: Int
  ) throws(FilterProblem) {
    switch word {
    case "PARAM":
      try endSection()
      try beginParameter(rest, line)
      return
    case "HOOK":
      try endSection()
      guard stages.count < FilterParser.mostStages else {
        throw FilterProblem(line: line, "a filter has at most \(FilterParser.mostStages) functions")
      }
      section = .stage(try StageDraft(rest, line: line))
      return
    case "DESC", "LIGHT", "TYPE", "MINIMUM", "MAXIMUM", "MARGIN": break
    default: throw FilterProblem(line: line, "\(quoted("//!" + word)) is no directive of a filter")
    }
    switch section {
    case .head:
      if try takeHead(word, rest, line) { return }
    case .parameter(var draft):
      if try draft.take(word, rest, line: line) {
        section = .parameter(draft)
        return
      }
    case .stage(var draft):
      if word == "MARGIN" {
        try draft.takeMargin(rest, line: line)
        section = .stage(draft)
        return
      }
    }
    throw FilterProblem(line: line, "//!\(word) belongs \(Self.place(of: word))")
  }

  private static func place(of word: String) -> String {
    switch word {
    case "LIGHT": "before the first //!PARAM and //!HOOK"
    case "DESC": "at the file's beginning or after a //!PARAM"
    case "MARGIN": "after a //!HOOK IMAGE"
    default: "after a //!PARAM"
    }
  }

  private mutating func takeHead(
    _ word: String, _ rest: String, _ line: Int
  ) throws(FilterProblem) -> Bool {
    guard word == "DESC" || word == "LIGHT" else { return false }
    guard !rest.isEmpty else {
      throw FilterProblem(line: line, "//!\(word) has nothing after it")
    }
    guard word == "DESC" ? summary == nil : light == nil else {
      throw FilterProblem(line: line, "the filter has a second //!\(word)")
    }
    if word == "DESC" {
      summary = escapedForDisplay(rest.utf8, limit: FilterParser.longestSummary)
    } else {
      guard let light = FilterLight(rawValue: rest) else {
        throw FilterProblem(
          line: line, "\(quoted(rest)) is no kind of light; there are encoded and linear")
      }
      self.light = light
    }
    return true
  }

  private mutating func beginParameter(_ name: String, _ line: Int) throws(FilterProblem) {
    guard parameters.count < FilterParser.mostParameters else {
      throw FilterProblem(
        line: line, "a filter has at most \(FilterParser.mostParameters) parameters")
    }
    guard !name.isEmpty else { throw FilterProblem(line: line, "//!PARAM has no name after it") }
    if let objection = ShaderNames.objection(to: name) {
      throw FilterProblem(
        line: line, "a parameter can't be called \(quoted(name)): that \(objection)")
    }
    guard !parameterNames.contains(name) else {
      throw FilterProblem(line: line, "there is a parameter “\(name)” already")
    }
    parameterNames.insert(name)
    section = .parameter(ParameterDraft(name: name, line: line))
  }

  private mutating func endSection() throws(FilterProblem) {
    switch section {
    case .head: break
    case .parameter(let draft): parameters.append(try draft.finished())
    case .stage(let draft): stages.append(draft)
    }
    section = .head
  }

  mutating func finished(
    name: String, origin: FilterDefinition.Origin
  ) throws(FilterProblem) -> FilterDefinition {
    try endSection()
    guard !stages.isEmpty else {
      throw FilterProblem("the filter has no function: a //!HOOK is missing")
    }
    try checkOptionNames()
    var finished: [FilterStage] = []
    for stage in stages { finished.append(try stage.finished(parameters)) }
    return FilterDefinition(
      name: name, summary: summary ?? name, light: light ?? .encoded, parameters: parameters,
      stages: finished, origin: origin)
  }

  /// Two parameters may not give the shader one name.
  private func checkOptionNames() throws(FilterProblem) {
    var owners = parameterNames
    for name in parameters.flatMap(\.shaderOptionNames) {
      guard owners.insert(name).inserted else {
        throw FilterProblem("two parameters give the shader the name “\(name)”")
      }
    }
  }
}
