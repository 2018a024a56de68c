/// A function of a filter while its lines are being read.
struct StageDraft {
  enum Hook { case color, image }

  let hook: Hook
  let line: Int
  private var margin: (text: String, line: Int)?
  private var lines: [Substring] = []
  private var hasText = false
  private(set) var firstLine: Int

  init(_ hook: String, line: Int) throws(FilterError) {
    switch hook {
    case "COLOR": self.hook = .color
    case "IMAGE": self.hook = .image
    case "": throw FilterError(line: line, "//!HOOK needs COLOR or IMAGE after it")
    default:
      throw FilterError(line: line, "\(quoted(hook)) is not a hook; use COLOR or IMAGE")
    }
    self.line = line
    firstLine = line + 1
  }

  /// The function's name in the shader.
  private var function: String { hook == .color ? "filter_color" : "filter_image" }

  mutating func takeMargin(_ text: String, line: Int) throws(FilterError) {
    guard hook == .image else {
      throw FilterError(
        line: line, "//!MARGIN belongs to //!HOOK IMAGE: COLOR reads no other pixels")
    }
    guard margin == nil else {
      throw FilterError(line: line, "the function has a second //!MARGIN")
    }
    guard !hasText else {
      throw FilterError(line: line, "//!MARGIN must come before the function's code")
    }
    margin = (text, line)
    lines = []
    firstLine = line + 1
  }

  mutating func take(_ text: Substring) {
    lines.append(text)
    if !text.trimmed.isEmpty { hasText = true }
  }

  /// Returns the function after its last line; checks it with all of the filter's parameters.
  func finished(_ parameters: [FilterParameter]) throws(FilterError) -> FilterStage {
    let text = lines.joined(separator: "\n") + "\n"
    let scanner = ShaderScanner(text)
    if let flaw = scanner.flaws.first {
      throw FilterError(line: firstLine + flaw.line - 1, flaw.sentence)
    }
    let taken = Set(parameters.flatMap { [$0.name] + $0.shaderOptionNames })
    if let clash = scanner.definitions.first(where: { taken.contains($0.name) }) {
      throw FilterError(
        line: firstLine + clash.line - 1,
        "\(quoted(clash.name)) is a parameter and can't be defined again")
    }
    let argument = hook == .color ? "vec4" : "vec2"
    guard scanner.defines(function, taking: argument) else {
      throw FilterError(
        line: line,
        "no function “vec4 \(function)(\(argument) …)” is defined after this //!HOOK")
    }
    let margin = try margin.map { (text, line) throws(FilterError) in
      try Self.margin(text, line, parameters)
    }
    return FilterStage(
      hook: hook == .color ? .color : .image(margin: margin ?? FilterMargin(factor: 0)),
      text: text, firstLine: firstLine)
  }

  private static func margin(
    _ text: String, _ line: Int, _ parameters: [FilterParameter]
  ) throws(FilterError) -> FilterMargin {
    let parts = text.split(separator: "*", omittingEmptySubsequences: false).map(\.trimmed)
    func number(_ text: Substring) -> Double? {
      Decimal.double(text).flatMap { $0 >= 0 ? $0 : nil }
    }
    func parameter(_ name: Substring) throws(FilterError) -> Int {
      guard let index = parameters.firstIndex(where: { $0.name == name }) else {
        throw FilterError(
          line: line, "//!MARGIN names \(quoted(name)), which is not a parameter of this filter")
      }
      switch parameters[index].kind {
      case .float, .int: return index
      default:
        throw FilterError(
          line: line, "//!MARGIN names “\(name)”, which is neither a float nor an int")
      }
    }
    if parts.count == 1, let first = parts.first {
      if let number = number(first) { return FilterMargin(factor: number) }
      if ShaderNames.isIdentifier(first) {
        return FilterMargin(factor: 1, parameter: try parameter(first))
      }
    } else if parts.count == 2, let number = number(parts[0]), ShaderNames.isIdentifier(parts[1]) {
      return FilterMargin(factor: number, parameter: try parameter(parts[1]))
    }
    throw FilterError(
      line: line,
      "//!MARGIN is \(quoted(text)), not a number of pixels, a parameter, or “number * parameter”")
  }
}
