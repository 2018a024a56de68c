import DecoderProtocol
import Platform

/// Why a picture can't be shown, as far as its decoder is concerned.
///
/// Every case is final for its opening of the picture; the viewer and other pictures go on.
package enum DecodeError: Error, Hashable, Sendable {
  /// The format's decoder is not installed.
  case missingDecoder(PictureFormat)
  /// The decoder is installed, but a library that it needs is not.
  case missingLibrary(PictureFormat, library: String)
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
  package enum Flood: Hashable, Sendable {
    /// Messages that answer no request.
    case messages
    /// Lines on standard error.
    case errorOutput
  }

  /// The last lines that the decoder wrote to its standard error, escaped, oldest first.
  package var lastWords: [String] {
    switch self {
    case .missingDecoder, .missingLibrary, .notStarted, .changed: []
    case .crashed(_, let words), .hung(let words), .lied(_, let words), .flooded(_, let words),
      .refused(_, let words):
      words
    }
  }

  /// What the end of a process means that was started for a picture of a format.
  ///
  /// `hasGreeted` says whether it had locked itself down and said so.
  static func ended(
    _ end: ProcessEnd, of format: PictureFormat, hasGreeted: Bool, lastWords: [String]
  ) -> DecodeError {
    // The status and the words of the system's loader.
    let words = "error while loading shared libraries: "
    guard end == .exited(127), !hasGreeted,
      let line = lastWords.last(where: { $0.contains(words) }),
      let place = line.firstRange(of: words)
    else { return .crashed(end, lastWords: lastWords) }
    return .missingLibrary(
      format, library: String(line[place.upperBound...].prefix { $0 != ":" }))
  }
}
