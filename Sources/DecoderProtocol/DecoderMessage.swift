/// What a decoder tells the viewer.
public enum DecoderMessage: Hashable, Sendable {
  /// The process has started, taken its rights away and speaks this version.
  case hello(version: UInt32)
  /// The picture's header has been read; the answer to `open`.
  case info(PictureInfo)
  /// The tile of a request stands in its slot; the slot is the viewer's again.
  case tileReady(id: UInt32)
  /// The request was cancelled before its tile was made; the slot is the viewer's again.
  case tileCancelled(id: UInt32)
  /// How much of the running pass is done, 0 to 1; sent at least every second of work.
  case progress(fraction: Float)
  /// The picture can't be decoded (further); the process exits after it.
  case failure(DecodeFailure)
}

/// Why a picture can't be decoded.
public struct DecodeFailure: Error, Hashable, Sendable {
  /// What kind of trouble it is.
  public var code: Code
  /// One sentence without the file's name, for the user; at most `longestSentence` bytes.
  public var sentence: String

  /// A failure with its sentence.
  public init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  /// The most bytes of a sentence.
  public static let longestSentence = 1024

  /// What kind of trouble it is.
  public enum Code: UInt8, Hashable, Sendable {
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
