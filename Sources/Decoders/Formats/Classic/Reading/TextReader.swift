import DecoderKit
import DecoderProtocol

/// Reads a file that is text: numbers, words and lines, byte by byte.
struct TextReader {
  private var bytes: ByteReader
  /// The next byte; `nil` at the file's end.
  private(set) var peek: UInt8?

  /// Begins at a place in the file.
  init(
    _ input: PictureInput, at offset: Int = 0, bufferBytes: Int = 64 << 10
  ) throws(CodecError) {
    bytes = ByteReader(input, at: offset, bufferBytes: bufferBytes)
    peek = try bytes.nextByte()
  }

  /// Place in the file of the next byte.
  var offset: Int { peek == nil ? bytes.offset : bytes.offset - 1 }

  /// Takes the next byte; `nil` at the file's end.
  @discardableResult
  mutating func take() throws(CodecError) -> UInt8? {
    guard let byte = peek else { return nil }
    peek = try bytes.nextByte()
    return byte
  }

  /// Passes over what is left of a line, and over its end.
  mutating func skipLine() throws(CodecError) {
    while let byte = try take() { if byte == UInt8(ascii: "\n") || byte == 0x0D { return } }
  }

  /// A line without its end, or the beginning of a very long one; `nil` at the file's end.
  mutating func line() throws(CodecError) -> [UInt8]? {
    guard peek != nil else { return nil }
    var line: [UInt8] = []
    while let byte = try take(), byte != UInt8(ascii: "\n") {
      if line.count < Self.longestLine { line.append(byte) }
    }
    return line
  }

  /// Passes over white space, and comments from `#` to the end of the line.
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

  /// A decimal number, with white space and comments before it; `nil` where there is none.
  ///
  /// One that is far too large becomes `largest`.
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

  /// A 0 or a 1, with white space and comments before it; `nil` where something else comes.
  mutating func digit() throws(CodecError) -> Int? {
    try skipSpaceAndComments()
    guard let byte = peek, byte == 0x30 || byte == 0x31 else { return nil }
    try take()
    return Int(byte - 0x30)
  }

  /// Passes over white space, and comments of C.
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

  /// Passes over the rest of a comment of C, and over its end.
  mutating func skipCComment() throws(CodecError) {
    var last: UInt8 = 0
    while let byte = try take() {
      if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { return }
      last = byte
    }
  }

  /// Letters, digits and `_`, as many as follow; of a very long name only the beginning.
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

  /// Larger than any number that is asked for.
  static let largest = 1 << 40
  private static let longestLine = 4096

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// White space as C has it.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
