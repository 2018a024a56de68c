/// A chain's text taken apart, before anything in it is looked up.
struct ChainSyntax {
  /// One filter of the text.
  struct Link: Hashable {
    var name: String
    var isOn = true
    var arguments: [Argument] = []
  }

  /// One value of the text, named or not.
  struct Argument: Hashable {
    var name: String?
    var value: [UInt8]
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0

  /// The filters of a text.
  static func parse(_ text: String) throws(FilterProblem) -> [Link] {
    var syntax = ChainSyntax(text)
    return try syntax.chain()
  }

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func skipSpaces() {
    while let next, next.properties.isWhitespace { position += 1 }
  }

  /// Takes a mark, and spaces around it, if it comes next.
  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard next == mark else { return false }
    position += 1
    skipSpaces()
    return true
  }

  private mutating func chain() throws(FilterProblem) -> [Link] {
    var links: [Link] = []
    skipSpaces()
    guard next != nil else { return links }
    repeat {
      guard links.count < FilterChain.mostLinks else {
        throw FilterProblem("a chain has at most \(FilterChain.mostLinks) filters")
      }
      links.append(try link())
    } while take(",")
    if next != nil { throw unexpected("a comma or the end") }
    return links
  }

  private mutating func link() throws(FilterProblem) -> Link {
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

  private mutating func argument(openedAt place: Int) throws(FilterProblem) -> Argument {
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

  /// Whether a character needs no quotes.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", ".", "-", "_", "/", "#", "~": true
    default: scalar.properties.isAlphabetic
    }
  }

  private mutating func quotation() throws(FilterProblem) -> [UInt8] {
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

  private mutating func escape() throws(FilterProblem) -> UInt8 {
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
    throw FilterProblem(
      "the backslash at character \(start) is followed by none of \\, \" and x with two digits")
  }

  private func unexpected(_ expected: String) -> FilterProblem {
    guard let next else { return FilterProblem("\(expected) is missing at the end of the chain") }
    return FilterProblem(
      "\(expected) is missing at character \(position + 1), where \(quoted(String(next))) stands")
  }

  private func unclosed(_ what: String, at place: Int) -> FilterProblem {
    FilterProblem("the \(what) at character \(place + 1) is not closed")
  }
}
