import DecoderProtocol
import Glibc
import Platform

/// Why a decoder can't show a picture.
///
/// Every error is final for this opening of the picture; the viewer and other pictures are not
/// affected.
package enum DecodeError: Error, Hashable, Sendable {
  /// The format's decoder is not installed.
  case missingDecoder(PictureFormat)
  /// The decoder is installed, but a library that it needs is not.
  case missingLibrary(PictureFormat, library: String)
  /// The system could not start the decoder, or had no memory or descriptor for it.
  case notStarted(Errno)
  /// The process died during work, twice; or once, if it exceeded its processor time.
  case crashed(ProcessEnd, lastWords: [String])
  /// The process was silent for too long while it owed a reply.
  case hung(lastWords: [String])
  /// The process violated the protocol.
  case lied(ProtocolBreach, lastWords: [String])
  /// The process sent too much.
  case flooded(Flood, lastWords: [String])
  /// The process started too many threads.
  case crowded(lastWords: [String])
  /// The decoder reports that it can't decode the picture.
  case refused(CodecError, lastWords: [String])
  /// A restarted decoder found a picture of another size or kind.
  case changed

  /// The exceeded quota.
  package enum Flood: Hashable, Sendable {
    /// Messages that answer no request.
    case messages
    /// Lines on standard error.
    case errorOutput
  }

  /// The decoder's last lines on standard error, escaped, oldest first.
  package var lastWords: [String] {
    switch self {
    case .missingDecoder, .missingLibrary, .notStarted, .changed: []
    case .crashed(_, let words), .hung(let words), .lied(_, let words), .flooded(_, let words),
      .crowded(let words), .refused(_, let words):
      words
    }
  }

  /// The error for a process that has ended.
  ///
  /// `hasGreeted` is true if it was in the sandbox.
  static func ended(
    _ end: ProcessEnd, of format: PictureFormat, hasGreeted: Bool, lastWords: [String]
  ) -> DecodeError {
    // The status and message of the dynamic loader.
    let words = "error while loading shared libraries: "
    guard end == .exited(127), !hasGreeted,
      let name = lastWords.compactMap({ $0.rest(afterBytesOf: words) }).last
    else { return .crashed(end, lastWords: lastWords) }
    return .missingLibrary(format, library: String(name.prefix { $0 != ":" }))
  }
}

extension DecodeError {
  /// True if the format's decoder is missing, or does not support this variant of the format.
  var isForWantOfDecoder: Bool {
    switch self {
    case .missingDecoder, .missingLibrary: true
    case .refused(let failure, _): failure.code == .unsupported
    default: false
    }
  }

  /// One sentence for the user, without the file's name and escaped for display.
  package var sentence: String {
    switch self {
    case .missingDecoder(let format):
      "the decoder for \(format.name) pictures (\(format.decoderName)) is not installed; "
        + "on Debian it needs \(Self.packages(of: format))"
    case .missingLibrary(let format, let library):
      "the decoder for \(format.name) pictures needs \(library), which is not installed "
        + "(on Debian: \(Self.packages(of: format)))"
    case .notStarted(let error):
      "the decoder could not be started: \(error.message)"
    case .crashed(let end, _):
      end.sentence
    case .hung:
      "the decoder stopped responding"
    case .lied(let breach, _):
      "the decoder violated the protocol: \(breach.clause)"
    case .flooded(.messages, _):
      "the decoder was stopped: it sent too many messages"
    case .flooded(.errorOutput, _):
      "the decoder was stopped: it wrote too many errors"
    case .crowded:
      "the decoder started too many threads and was stopped"
    case .refused(let failure, _):
      Self.sentence(of: failure)
    case .changed:
      "the picture has changed since it was opened"
    }
  }

  private static func packages(of format: PictureFormat) -> String {
    format.packages(of: .current).joined(separator: " and ")
  }

  /// A decoder's own message, escaped, or a general one if it is empty.
  static func sentence(of failure: CodecError) -> String {
    failure.sentence.isEmpty
      ? failure.code.sentence : escapedForDisplay(failure.sentence.utf8, limit: 300)
  }
}

extension ProcessEnd {
  /// True if it exceeded its processor time.
  var isOutOfTime: Bool { self == .signalled(SIGXCPU) }

  /// The consequence for the picture.
  fileprivate var sentence: String {
    switch self {
    case .exited(0): "the decoder ended before it was done"
    case .exited(let status): "the decoder ended with status \(status)"
    case .signalled(SIGSYS): "the decoder made a forbidden system call and was stopped"
    case .signalled(SIGXCPU): "the decoder used too much processor time and was stopped"
    case .signalled(SIGKILL): "the decoder was killed; perhaps memory ran out"
    case .signalled(SIGBUS): "the decoder crashed; perhaps the file changed while it was read"
    case .signalled(let signal): "the decoder crashed (\(Self.name(of: signal)))"
    }
  }

  private static func name(of signal: Int32) -> String {
    strsignal(signal).map { String(cString: $0).lowercased() } ?? "signal \(signal)"
  }
}

extension ProtocolBreach {
  fileprivate var clause: String {
    switch self {
    case .wrongVersion(let version):
      "it speaks version \(version) of the protocol, not \(WireFormat.version)"
    case .badMessage(.badLength(let length)): "it sent a message of \(length) bytes"
    case .badMessage(.unknownType(let type)): "it sent a message of unknown type \(type)"
    case .badMessage(.badSize): "it sent a message of the wrong size"
    case .badMessage(.badValue(let field)): "it sent an impossible value (\(field))"
    case .unexpectedMessage: "it sent a message out of turn"
    case .unaskedAnswer: "it sent a reply without a request"
    case .sentDescriptors: "it sent file descriptors"
    case .closedSocket: "it closed the connection"
    }
  }
}

extension CodecError.Code {
  /// The message if the decoder gives none.
  fileprivate var sentence: String {
    switch self {
    case .corrupt: "the file is damaged"
    case .unsupported: "the picture uses a part of its format that is not supported"
    case .tooLarge: "the picture needs more memory than a decoder may use"
    case .unreadable: "the file could not be read"
    case .sandbox: "the decoder could not enter its sandbox and refuses to work"
    case .other: "the picture could not be decoded"
    }
  }
}
