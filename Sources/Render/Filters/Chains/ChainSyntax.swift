/// The parsed syntax of a chain's text, before names are looked up.
struct ChainSyntax {
  /// A filter in the text.
  struct Link: Hashable {
    var name: String
    var isOn = true
    var arguments: [Argument] = []
  }

  /// A value in the text, with or without a name.
  struct Argument: Hashable {
    var name: String?
    var value: [UInt8]
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0

  /// Parses the filters of a text.
  static func parse(_ text: String) throws(FilterError) -> [Link] {
    var syntax = ChainSyntax(text)
    return try syntax.chain()
  }

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func skipSpaces() {
    while let next, next.properties.isWhitespace { position += 1 }
  }

  /// Consumes a mark and the spaces around it, if it is next.
  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard next == mark else { return false }
    position += 1
    skipSpaces()
    return true
  }

  private mutating func chain() throws(FilterError) -> [Link] {
    var links: [Link] = []
    skipSpaces()
    guard next != nil else { return links }
    repeat {
      guard links.count < FilterChain.mostLinks else {
        throw FilterError("a chain can have at most \(FilterChain.mostLinks) filters")
      }
      links.append(try link())
    } while take(",")
    if next != nil { throw unexpected("a comma or the end") }
    return links
  }

  private mutating func link() throws(FilterError) -> Link {
    var link = Link(name: "")
    link.isOn = !take("-")
    guard let name = word() else { throw unexpected("a filter's name") }
    link.name = name
    let place = position
    guard take("(") else { return link }
    if take(")") { return link }
    repeat {
      link.arguments.append(try argument(openedAt: place))
    } while take(",")
    guard take(")") else {
      throw next == nil ? unclosed("parenthesis", at: place) : unexpected("a comma or “)”")
    }
    return link
  }

  private mutating func argument(openedAt place: Int) throws(FilterError) -> Argument {
    if next == "\"" { return Argument(name: nil, value: try quotation()) }
    guard let text = word() else {
      throw next == nil ? unclosed("parenthesis", at: place) : unexpected("a value")
    }
    guard take("=") else { return Argument(name: nil, value: Array(text.utf8)) }
    if next == "\"" { return Argument(name: text, value: try quotation()) }
    guard let value = word() else { throw unexpected("the value of “\(text)”") }
    return Argument(name: text, value: Array(value.utf8))
  }

  private mutating func word() -> String? {
    let start = position
    while let next, Self.isPlain(next) { position += 1 }
    guard position > start else { return nil }
    var word = String.UnicodeScalarView()
    word.append(contentsOf: scalars[start..<position])
    return String(word)
  }

  /// True if a character needs no quotes.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", ".", "-", "_", "/", "#", "~": true
    default: scalar.properties.isAlphabetic
    }
  }

  private mutating func quotation() throws(FilterError) -> [UInt8] {
    let start = position
    position += 1
    var bytes: [UInt8] = []
    while let scalar = next {
      position += 1
      switch scalar {
      case "\"": return bytes
      case "\\": bytes.append(try escape())
      default: bytes += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    throw unclosed("quotation mark", at: start)
  }

  private mutating func escape() throws(FilterError) -> UInt8 {
    let start = position
    position += 1
    switch start < scalars.count ? scalars[start] : nil {
    case "\"": return UInt8(ascii: "\"")
    case "\\": return UInt8(ascii: "\\")
    case "x" where position + 2 <= scalars.count:
      let digits = scalars[position..<(position + 2)].map { $0.isASCII ? Character($0) : "x" }
      position += 2
      if let high = digits[0].hexDigitValue, let low = digits[1].hexDigitValue {
        return UInt8(high * 16 + low)
      }
    default: break
    }
    throw FilterError(
      "the backslash at character \(start) must be followed by \\, \" or x with two digits")
  }

  private func unexpected(_ expected: String) -> FilterError {
    guard let next else { return FilterError("expected \(expected) at the end of the chain") }
    return FilterError(
      "expected \(expected) at character \(position + 1), not \(quoted(String(next)))")
  }

  private func unclosed(_ what: String, at place: Int) -> FilterError {
    FilterError("the \(what) at character \(place + 1) is not closed")
  }
}

extension FilterChain {
  /// The shortest text that a library with these filters parses as this chain.
  ///
  /// Values that equal their defaults are omitted, all others are named. Colours are written in
  /// steps of 1/255, in which `FilterLink.set` stores them.
  public var text: String { links.map(\.text).joined(separator: ",") }
}

extension FilterLink {
  /// The filter's part of the chain's text.
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
    // Bytes that are not UTF-8, and control characters, are escaped as hexadecimal numbers.
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
