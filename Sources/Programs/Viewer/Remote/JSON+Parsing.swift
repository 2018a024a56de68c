extension JSON {
  /// A text that is not JSON.
  package struct SyntaxError: Error, Hashable, Sendable {
    /// The offset of the first invalid byte.
    package let place: Int

    /// The error in one sentence, without a full stop.
    package var sentence: String { "the line is not valid JSON at byte \(place + 1)" }
  }

  /// The maximum nesting depth of arrays and objects.
  static let deepest = 32

  /// Parses an untrusted text.
  package init(parsing bytes: [UInt8]) throws(SyntaxError) {
    // Within valid UTF-8, every part between ASCII characters is valid, too.
    guard String(validating: bytes, as: UTF8.self) != nil else { throw SyntaxError(place: 0) }
    var parser = JSONParser(bytes)
    self = try parser.value(depth: 0)
    try parser.end()
  }
}

/// A recursive-descent parser with bounded depth.
private struct JSONParser {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }
  private var problem: JSON.SyntaxError { JSON.SyntaxError(place: place) }

  mutating func end() throws(JSON.SyntaxError) {
    skipSpace()
    guard next == nil else { throw problem }
  }

  mutating func value(depth: Int) throws(JSON.SyntaxError) -> JSON {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || (9...10).contains(byte) || byte == 13 { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSON.SyntaxError) -> JSON {
    guard bytes[place...].starts(with: word.utf8) else { throw problem }
    place += word.utf8.count
    return value
  }

  private mutating func array(depth: Int) throws(JSON.SyntaxError) -> JSON {
    guard depth < JSON.deepest, take("[") else { throw problem }
    var elements: [JSON] = []
    skipSpace()
    if take("]") { return .array(elements) }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw problem }
    return .array(elements)
  }

  private mutating func object(depth: Int) throws(JSON.SyntaxError) -> JSON {
    guard depth < JSON.deepest, take("{") else { throw problem }
    var members: [JSON.Member] = []
    skipSpace()
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      let name = try string()
      skipSpace()
      guard take(":") else { throw problem }
      members.append(JSON.Member(name, try value(depth: depth + 1)))
      skipSpace()
    } while take(",")
    guard take("}") else { throw problem }
    return .object(members)
  }

  // MARK: Numbers

  private mutating func number() throws(JSON.SyntaxError) -> JSON {
    let start = place
    _ = take("-")
    if !take("0") { try digits() }
    var isWhole = true
    if take(".") {
      isWhole = false
      try digits()
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isWhole, let whole = Int(text) { return .integer(whole) }
    guard let number = Double(text), number.isFinite else { throw JSON.SyntaxError(place: start) }
    return .number(number)
  }

  private mutating func digits() throws(JSON.SyntaxError) {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    guard place > start else { throw problem }
  }

  // MARK: Strings

  private mutating func string() throws(JSON.SyntaxError) -> String {
    guard take("\"") else { throw problem }
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(try escape()).utf8
      case 0..<32: throw problem
      default:
        text.append(byte)
        place += 1
      }
    }
    throw problem
  }

  private mutating func escape() throws(JSON.SyntaxError) -> Unicode.Scalar {
    place += 1
    guard let byte = next else { throw problem }
    place += 1
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": return Unicode.Scalar(byte)
    case "b": return "\u{8}"
    case "f": return "\u{c}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": break
    default: throw JSON.SyntaxError(place: place - 1)
    }
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // The first half of a pair for a character beyond U+FFFF.
    guard (0xd800..<0xdc00).contains(first), take("\\"), take("u") else { throw problem }
    let second = try codeUnit()
    guard (0xdc00..<0xe000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
    else { throw problem }
    return scalar
  }

  private mutating func codeUnit() throws(JSON.SyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw problem
      }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }
}
