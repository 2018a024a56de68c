import DecoderKit
import DecoderProtocol

/// The strings or lines that make up a pixmap.
struct XPMStrings {
  /// The syntax of each version.
  enum Writing: Sendable {
    /// Version 1: definitions of numbers, then string arrays for the colours and the pixels.
    case definitions
    /// Version 2: lines.
    case lines
    /// Version 3: one string array.
    case strings

    /// The syntax of a file that starts with these bytes; `nil` if it isn't a pixmap.
    init?(_ start: [UInt8]) {
      let text = start.drop { TextReader.isSpace($0) }
      if text.starts(with: "! XPM2".utf8) {
        self = .lines
      } else if text.starts(with: "/* XPM".utf8) {
        self = .strings
      } else {
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
        let words = (lines.first ?? []).split(whereSeparator: { TextReader.isSpace($0) })
        guard words.count == 3, words[0].elementsEqual("#define".utf8),
          words[1].reversed().starts(with: "_format".utf8.reversed())
        else { return nil }
        self = .definitions
      }
    }
  }

  private var text: TextReader
  private let writing: Writing

  init(_ input: PictureInput, _ writing: Writing, at offset: Int = 0) throws(CodecError) {
    text = try TextReader(input, at: offset)
    self.writing = writing
  }

  /// The file offset of what comes next.
  var offset: Int { text.offset }

  /// Width, height, number of colours and characters per key, as far as present.
  mutating func numbers() throws(CodecError) -> [Int] {
    guard writing == .definitions else {
      if writing == .lines { try text.skipLine() }
      let words = (try next(most: 200) ?? []).split(whereSeparator: { TextReader.isSpace($0) })
      return words.prefix(4).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    }
    var numbers: [String: Int] = [:]
    while true {
      try text.skipSpaceAndCComments()
      guard text.peek == UInt8(ascii: "#") else { break }
      try text.take()
      _ = try text.name()
      try text.skipSpaceAndCComments()
      let name = try text.name()
      try text.skipSpaceAndCComments()
      let value = Int(try text.name()) ?? 0
      for word in ["width", "height", "ncolors", "chars_per_pixel"] where name.hasSuffix("_" + word)
      {
        numbers[word] = value
      }
    }
    return ["width", "height", "ncolors", "chars_per_pixel"].compactMap { numbers[$0] }
  }

  /// The text of a colour; version 1 writes key and colour separately.
  mutating func colorText() throws(CodecError) -> [UInt8]? {
    guard let text = try next(most: Self.longestColor) else { return nil }
    guard writing == .definitions else { return text }
    guard let color = try next(most: Self.longestColor) else { return nil }
    return text + Array(" c ".utf8) + color
  }

  private static let longestColor = 4096

  /// The next text, truncated to `most` bytes; `nil` if there is none.
  mutating func next(most: Int) throws(CodecError) -> [UInt8]? {
    writing == .lines ? try line(most: most) : try string(most: most)
  }

  /// A line that is not a comment.
  private mutating func line(most: Int) throws(CodecError) -> [UInt8]? {
    while text.peek == UInt8(ascii: "!") { try text.skipLine() }
    guard text.peek != nil else { return nil }
    var line: [UInt8] = []
    while let byte = try text.take(), byte != UInt8(ascii: "\n") {
      if line.count < most { line.append(byte) }
    }
    if line.last == 0x0D { line.removeLast() }
    return line
  }

  /// The text between two quotation marks; comments are skipped.
  private mutating func string(most: Int) throws(CodecError) -> [UInt8]? {
    while let byte = try text.take(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "/"), text.peek == UInt8(ascii: "*") {
        try text.take()
        try text.skipCComment()
      }
    }
    guard text.peek != nil else { return nil }
    var string: [UInt8] = []
    while var byte = try text.take(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), let escaped = try text.take() { byte = escaped }
      if string.count < most { string.append(byte) }
    }
    return string
  }
}
