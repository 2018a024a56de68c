import Platform

/// The state of reading a filter's file.
struct FilterFileReader {
  private enum Section {
    case head
    case parameter(ParameterDraft)
    case stage(StageDraft)
  }

  private var section = Section.head
  private var comments = LeadingComments()
  private var summary: String?
  private var light: FilterLight?
  private var parameters: [FilterParameter] = []
  private var parameterLines: [String: Int] = [:]
  private var stages: [StageDraft] = []

  /// Handles the next line of the file.
  mutating func take(_ line: FilterLine) throws(FilterError) {
    if let (word, rest) = line.directive {
      try take(String(word), String(rest), line.number)
      return
    }
    switch section {
    case .head:
      guard comments.isOnlyComment(line.text) else {
        throw FilterError(
          line: line.number,
          "\(quoted(line.text.trimmed)) must come after the first //!PARAM or //!HOOK")
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
  ) throws(FilterError) {
    switch word {
    case "PARAM":
      try endSection()
      try beginParameter(rest, line)
      return
    case "HOOK":
      try endSection()
      guard stages.count < FilterParser.mostStages else {
        throw FilterError(
          line: line, "a filter can have at most \(FilterParser.mostStages) functions")
      }
      section = .stage(try StageDraft(rest, line: line))
      return
    case "DESC", "LIGHT", "TYPE", "MINIMUM", "MAXIMUM", "MARGIN": break
    default: throw FilterError(line: line, "\(quoted("//!" + word)) is not a filter directive")
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
    throw FilterError(line: line, "//!\(word) belongs \(Self.place(of: word))")
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
  ) throws(FilterError) -> Bool {
    guard word == "DESC" || word == "LIGHT" else { return false }
    guard !rest.isEmpty else {
      throw FilterError(line: line, "//!\(word) has nothing after it")
    }
    guard word == "DESC" ? summary == nil : light == nil else {
      throw FilterError(line: line, "the filter has a second //!\(word)")
    }
    if word == "DESC" {
      summary = escapedForDisplay(rest.utf8, limit: FilterParser.longestSummary)
    } else {
      guard let light = FilterLight(rawValue: rest) else {
        throw FilterError(
          line: line, "\(quoted(rest)) is not a kind of light; use encoded or linear")
      }
      self.light = light
    }
    return true
  }

  private mutating func beginParameter(_ name: String, _ line: Int) throws(FilterError) {
    guard parameters.count < FilterParser.mostParameters else {
      throw FilterError(
        line: line, "a filter can have at most \(FilterParser.mostParameters) parameters")
    }
    guard !name.isEmpty else { throw FilterError(line: line, "//!PARAM has no name after it") }
    if let objection = ShaderNames.objection(to: name) {
      throw FilterError(
        line: line, "a parameter can't be called \(quoted(name)): that \(objection)")
    }
    guard parameterLines[name] == nil else {
      throw FilterError(line: line, "there is already a parameter “\(name)”")
    }
    parameterLines[name] = line
    section = .parameter(ParameterDraft(name: name, line: line))
  }

  private mutating func endSection() throws(FilterError) {
    switch section {
    case .head: break
    case .parameter(let draft): parameters.append(try draft.finished())
    case .stage(let draft): stages.append(draft)
    }
    section = .head
  }

  /// Returns the filter after the last line; checks it as a whole.
  mutating func finished(
    name: String, origin: FilterDefinition.Origin
  ) throws(FilterError) -> FilterDefinition {
    try endSection()
    guard !stages.isEmpty else {
      throw FilterError("the filter has no function: a //!HOOK is missing")
    }
    try checkOptionNames()
    var finished: [FilterStage] = []
    for stage in stages { finished.append(try stage.finished(parameters)) }
    return FilterDefinition(
      name: name, summary: summary ?? name, light: light ?? .encoded, parameters: parameters,
      stages: finished, origin: origin)
  }

  /// Checks that no two parameters give the shader the same name.
  private func checkOptionNames() throws(FilterError) {
    var owners = Set(parameterLines.keys)
    for parameter in parameters {
      for name in parameter.shaderOptionNames where !owners.insert(name).inserted {
        throw FilterError(
          line: parameterLines[parameter.name],
          "an option of “\(parameter.name)” becomes “\(name)” in the shader, which is already in use"
        )
      }
    }
  }
}
