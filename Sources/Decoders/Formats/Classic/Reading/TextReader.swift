import DecoderKit
import DecoderProtocol

/// Parses a text file: numbers, words and lines, byte by byte.
struct TextReader {
  private var bytes: ByteReader
  /// The next byte; `nil` at the end of the file.
  private(set) var peek: UInt8?

  /// Starts at a file offset.
  init(
    _ input: PictureInput, at offset: Int = 0, bufferBytes: Int = 64 << 10
  ) throws(CodecError) {
    bytes = ByteReader(input, at: offset, bufferBytes: bufferBytes)
    peek = try bytes.nextByte()
  }

  /// The file offset of the next byte.
  var offset: Int { peek == nil ? bytes.offset : bytes.offset - 1 }

  /// Consumes the next byte; `nil` at the end of the file.
  @discardableResult
  mutating func take() throws(CodecError) -> UInt8? {
    guard let byte = peek else { return nil }
    peek = try bytes.nextByte()
    return byte
  }

  /// Skips the rest of a line with its line end.
  mutating func skipLine() throws(CodecError) {
    while let byte = try take() { if byte == UInt8(ascii: "\n") || byte == 0x0D { return } }
  }

  /// A line without its line end, truncated if very long; `nil` at the end of the file.
  mutating func line() throws(CodecError) -> [UInt8]? {
    guard peek != nil else { return nil }
    var line: [UInt8] = []
    while let byte = try take(), byte != UInt8(ascii: "\n") {
      if line.count < Self.longestLine { line.append(byte) }
    }
    return line
  }

  /// Skips white space, and comments from `#` to the end of the line.
  mutating func skipSpaceAndComments() throws(CodecError) {
    while let byte = peek {
      if byte == UInt8(ascii: "#") {
        try skipLine()
      } else {
        guard Self.isSpace(byte) else { return }
        try take()
      }
    }
  }

  /// A decimal number after optional white space and comments; `nil` if there is none.
  ///
  /// Too large a number becomes `largest`.
  mutating func number() throws(CodecError) -> Int? {
    try skipSpaceAndComments()
    guard let first = peek, Self.isDigit(first) else { return nil }
    var value = 0
    while let byte = peek, Self.isDigit(byte) {
      value = min(Self.largest, value * 10 + Int(byte - 0x30))
      try take()
    }
    return value
  }

  /// A 0 or 1 after optional white space and comments; `nil` if there is none.
  mutating func digit() throws(CodecError) -> Int? {
    try skipSpaceAndComments()
    guard let byte = peek, byte == 0x30 || byte == 0x31 else { return nil }
    try take()
    return Int(byte - 0x30)
  }

  /// Skips white space and C comments.
  mutating func skipSpaceAndCComments() throws(CodecError) {
    while let byte = peek {
      if Self.isSpace(byte) {
        try take()
      } else {
        guard byte == UInt8(ascii: "/") else { return }
        try take()
        guard peek == UInt8(ascii: "*") else { return }
        try take()
        try skipCComment()
      }
    }
  }

  /// Skips the rest of a C comment with its end.
  mutating func skipCComment() throws(CodecError) {
    var last: UInt8 = 0
    while let byte = try take() {
      if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { return }
      last = byte
    }
  }

  /// A name of letters, digits, `_`, `-`, `.` and non-ASCII bytes, truncated if very long.
  mutating func name() throws(CodecError) -> String {
    var name: [UInt8] = []
    while let byte = peek, Self.isNamePart(byte) {
      if name.count < Self.longestLine { name.append(byte) }
      try take()
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E, 0x80...0xFF: true
    default: false
    }
  }

  /// Larger than any valid number.
  static let largest = 1 << 40
  private static let longestLine = 4096

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// White space as in C.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
