/// Why a picture can't be decoded.
package struct CodecError: Error, Hashable, Sendable {
  /// What kind of trouble it is.
  package var code: Code
  /// One sentence without the file's name, for the user; at most `longestSentence` bytes.
  package var sentence: String
  /// The format that the file really is of, where another decoder should have it (`insteadUse`).
  package private(set) var otherFormat: String?

  /// A failure with its sentence.
  package init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  /// Why nothing comes of a file of another format, which is named as the viewer's table has it.
  package static func isOther(_ format: String) -> CodecError {
    var failure = CodecError(.unsupported, "the file is one of another format, \(format)")
    failure.otherFormat = format
    return failure
  }

  /// The most bytes of a sentence.
  package static let longestSentence = 1024

  /// What kind of trouble it is.
  package enum Code: UInt8, Hashable, Sendable {
    /// The file breaks its format's rules.
    case corrupt = 1
    /// The file keeps the rules, but uses a part of the format that is not supported.
    case unsupported = 2
    /// The picture would need more memory than a decoder may use.
    case tooLarge = 3
    /// The file could not be read.
    case unreadable = 4
    /// The decoder could not take its own rights away, and refuses to work.
    case sandbox = 5
    /// Something else in the decoder.
    case other = 6
  }
}
