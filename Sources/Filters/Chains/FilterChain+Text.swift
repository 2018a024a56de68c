extension FilterChain {
  /// The shortest text that a library with these filters reads as this chain.
  ///
  /// Values that are their parameters' defaults are left out, the others named. A colour is written
  /// in steps of 1/255, as `FilterLink.set` keeps it.
  public var text: String { links.map(\.text).joined(separator: ",") }
}

extension FilterLink {
  /// This filter's part of its chain's text.
  public var text: String {
    var parts: [String] = []
    for (parameter, value) in zip(definition.parameters, values)
    where value != parameter.defaultValue {
      parts.append("\(parameter.name)=\(Self.text(of: value, parameter))")
    }
    let arguments = parts.isEmpty ? "" : "(\(parts.joined(separator: ",")))"
    return (isOn ? "" : "-") + definition.name + arguments
  }

  private static func text(of value: FilterValue, _ parameter: FilterParameter) -> String {
    guard case .file(let file?) = value else { return parameter.text(of: value) }
    return quotedIfNeeded(file.path)
  }

  private static func quotedIfNeeded(_ path: [UInt8]) -> String {
    let text = String(validating: path, as: UTF8.self)
    if let text, !text.isEmpty, path.allSatisfy({ $0 < 0x80 }),
      text.unicodeScalars.allSatisfy(ChainSyntax.isPlain)
    {
      return text
    }
    // Bytes that are no text, and those that would spoil a line, are written as numbers.
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    let isText = text != nil
    for scalar in (text ?? String(path.map { Character(Unicode.Scalar($0)) })).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      if scalar.value < 0x20 || scalar.value == 0x7F || (!isText && scalar.value > 0x7F) {
        let digits = String(scalar.value, radix: 16)
        quoted.append(contentsOf: ("\\x" + (digits.count < 2 ? "0" : "") + digits).unicodeScalars)
      } else {
        quoted.append(scalar)
      }
    }
    quoted.append("\"")
    return String(quoted)
  }
}
