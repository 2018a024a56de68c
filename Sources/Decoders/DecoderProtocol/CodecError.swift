/// The reason why a picture can't be decoded.
package struct CodecError: Error, Hashable, Sendable {
  /// The kind of error.
  package var code: Code
  /// One sentence for the user, without the file's name; at most `longestSentence` bytes.
  package var sentence: String
  /// The file's real format, if another decoder should open it (`insteadUse`).
  package private(set) var otherFormat: String?

  /// An error with its sentence.
  package init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  /// The error for a file of another format, named as in the viewer's table.
  package static func isOther(_ format: String) -> CodecError {
    var failure = CodecError(.unsupported, "the file is in another format, \(format)")
    failure.otherFormat = format
    return failure
  }

  /// The maximum number of bytes in a sentence.
  package static let longestSentence = 1024

  /// The kind of error.
  package enum Code: UInt8, Hashable, Sendable {
    /// The file violates its format.
    case corrupt = 1
    /// The file is valid, but uses an unsupported part of the format.
    case unsupported = 2
    /// The picture needs more memory than a decoder may use.
    case tooLarge = 3
    /// The file could not be read.
    case unreadable = 4
    /// The decoder could not enter its sandbox, so it refuses to work.
    case sandbox = 5
    /// Another error in the decoder.
    case other = 6
  }
}
