import DecoderProtocol
import Platform

/// Why a picture can't be shown, as far as its decoder is concerned.
///
/// Every case is final for its opening of the picture; the viewer and other pictures go on.
public enum DecodeError: Error, Hashable, Sendable {
  /// The format's decoder is not installed.
  case missingDecoder(PictureFormat)
  /// The decoder is there, but the system did not start it, or gave no memory or descriptor for it.
  case notStarted(Errno)
  /// The process ended in the middle of its work, twice.
  case crashed(ProcessEnd, lastWords: [String])
  /// It gave no sign of life for too long while something was asked of it.
  case hung(lastWords: [String])
  /// It said something that the protocol does not allow.
  case lied(ProtocolBreach, lastWords: [String])
  /// It sent more than anybody asked for.
  case flooded(Flood, lastWords: [String])
  /// It says that it can't decode the picture.
  case refused(DecodeFailure, lastWords: [String])
  /// A decoder that was started again found a picture of another size or kind.
  case changed

  /// What came in too large a number.
  public enum Flood: Hashable, Sendable {
    /// Messages that answer no request.
    case messages
    /// Lines on standard error.
    case errorOutput
  }

  /// The last lines that the decoder wrote to its standard error, escaped, oldest first.
  public var lastWords: [String] {
    switch self {
    case .missingDecoder, .notStarted, .changed: []
    case .crashed(_, let words), .hung(let words), .lied(_, let words), .flooded(_, let words),
      .refused(_, let words):
      words
    }
  }
}
