/// A token of shader source; every byte of the text belongs to exactly one.
package struct ShaderToken: Hashable, Sendable {
  /// The kind of a token.
  package enum Kind: Hashable, Sendable {
    /// A name or a keyword.
    case word
    /// A number, with its suffix.
    case number
    /// A character of an operator, a bracket, or a character that is invalid in a shader.
    case mark
    /// A comment; a line comment does not include the line ending.
    case comment
    /// Spaces, tabs, and a backslash that joins two lines.
    case space
    /// A line ending.
    case lineEnd
  }

  /// The kind.
  package var kind: Kind
  /// The range of its bytes in the text.
  package var range: Range<Int>
  /// The line in which it begins, from 1.
  package var line: Int
  /// True if it is part of a preprocessor directive.
  package var isInDirective: Bool

  /// True if the compiler sees the token.
  var isSignificant: Bool { kind == .word || kind == .number || kind == .mark }
}

/// Splits GLSL ES 3.00 source into tokens; accepts any bytes.
struct ShaderTokenizer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var isLineStart = true
  private var isInDirective = false
  private var tokens: [ShaderToken] = []

  /// Returns all tokens of a text, in order and without gaps.
  static func tokens(of bytes: [UInt8]) -> [ShaderToken] {
    var tokenizer = ShaderTokenizer(bytes: bytes)
    while tokenizer.position < bytes.count { tokenizer.takeToken() }
    return tokenizer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func takeToken() {
    let start = position
    let firstLine = line
    let kind = takeKind()
    if kind == .mark && isLineStart && bytes[start] == UInt8(ascii: "#") { isInDirective = true }
    tokens.append(
      ShaderToken(
        kind: kind, range: start..<position, line: firstLine, isInDirective: isInDirective))
    switch kind {
    case .lineEnd:
      isLineStart = true
      isInDirective = false
    case .space, .comment: break
    default: isLineStart = false
    }
  }

  /// Advances past the next token and returns its kind.
  private mutating func takeKind() -> ShaderToken.Kind {
    let first = bytes[position]
    let next = byte(position + 1)
    switch first {
    case UInt8(ascii: "\n"):
      position += 1
      line += 1
      return .lineEnd
    case UInt8(ascii: "\\") where next == UInt8(ascii: "\n"):
      position += 2
      line += 1
      return .space
    case 0x20, 0x09, 0x0B, 0x0C, 0x0D:
      position += 1
      return .space
    case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
      takeLineComment()
      return .comment
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
      takeBlockComment()
      return .comment
    case let byte where byte.startsName:
      position += 1
      while let byte = self.byte(position), byte.continuesName { position += 1 }
      return .word
    case UInt8(ascii: ".") where next?.isDigit == true, _ where first.isDigit:
      takeNumber()
      return .number
    default:
      position += 1
      // Keep a multi-byte character in one token.
      while first >= 0x80, let byte = byte(position), byte & 0xC0 == 0x80 { position += 1 }
      return .mark
    }
  }

  /// Skips a line comment, which continues after a backslash at the end of its line.
  private mutating func takeLineComment() {
    while let byte = byte(position), byte != UInt8(ascii: "\n") {
      position += 1
      if byte == UInt8(ascii: "\\") && self.byte(position) == UInt8(ascii: "\n") {
        position += 1
        line += 1
      }
    }
  }

  private mutating func takeBlockComment() {
    position += 2
    while let byte = byte(position) {
      if byte == UInt8(ascii: "*") && self.byte(position + 1) == UInt8(ascii: "/") {
        position += 2
        return
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
  }

  private mutating func takeNumber() {
    let isHexadecimal =
      bytes[position] == UInt8(ascii: "0") && byte(position + 1).map { $0 | 0x20 } == 0x78
    while let byte = byte(position), byte.continuesName || byte == UInt8(ascii: ".") {
      position += 1
      let sign = self.byte(position)
      if !isHexadecimal, byte | 0x20 == UInt8(ascii: "e"),
        sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
      {
        position += 1
      }
    }
  }
}

extension UInt8 {
  /// True for `0` to `9`.
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  /// True if an identifier can begin with it.
  var startsName: Bool {
    self == UInt8(ascii: "_")
      || (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z"))
  }
  /// True if an identifier can contain it.
  var continuesName: Bool { startsName || isDigit }
}
