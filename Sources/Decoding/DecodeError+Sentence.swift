import DecoderProtocol
import Glibc
import Platform

extension DecodeError {
  /// One sentence for the user, without the file's name and safe to show anywhere.
  public var sentence: String {
    switch self {
    case .missingDecoder(let format):
      "The decoder for \(format.name) pictures (\(format.decoderName)) is not installed."
    case .notStarted(let error):
      "The decoder could not be started: \(error.message)."
    case .crashed(let end, _):
      end.sentence
    case .hung:
      "The decoder stopped responding."
    case .lied(let breach, _):
      "The decoder broke its rules: \(breach.clause)."
    case .flooded(.messages, _):
      "The decoder was stopped: it sent messages without end."
    case .flooded(.errorOutput, _):
      "The decoder was stopped: it wrote errors without end."
    case .refused(let failure, _):
      failure.sentence.isEmpty
        ? failure.code.sentence : escapedForDisplay(failure.sentence.utf8, limit: 300)
    case .changed:
      "The picture has changed since it was opened."
    }
  }
}

extension ProcessEnd {
  /// What it means for the picture.
  fileprivate var sentence: String {
    switch self {
    case .exited(0): "The decoder ended before it was done."
    case .exited(let status): "The decoder ended with status \(status)."
    case .signalled(SIGSYS): "The decoder tried what it may not do, and was stopped."
    case .signalled(SIGXCPU): "The decoder used too much processor time, and was stopped."
    case .signalled(SIGKILL): "The decoder was killed; perhaps memory ran out."
    case .signalled(SIGBUS): "The decoder crashed; perhaps the file changed while it was read."
    case .signalled(let signal): "The decoder crashed (\(Self.name(of: signal)))."
    }
  }

  private static func name(of signal: Int32) -> String {
    strsignal(signal).map { String(cString: $0).lowercased() } ?? "signal \(signal)"
  }
}

extension ProtocolBreach {
  /// The half sentence that says what it did.
  fileprivate var clause: String {
    switch self {
    case .wrongVersion(let version):
      "it speaks version \(version) of the protocol, not \(WireFormat.version)"
    case .badMessage(.badLength(let length)): "it sent a message of \(length) bytes"
    case .badMessage(.unknownType(let type)): "it sent a message of unknown type \(type)"
    case .badMessage(.badSize): "it sent a message of the wrong size"
    case .badMessage(.badValue(let field)): "it sent an impossible value (\(field))"
    case .unexpectedMessage: "it sent a message out of turn"
    case .unaskedAnswer: "it answered what nobody had asked"
    case .sentDescriptors: "it sent open files"
    case .closedSocket: "it hung up"
    }
  }
}

extension DecodeFailure.Code {
  /// What to say where the decoder itself says nothing.
  fileprivate var sentence: String {
    switch self {
    case .corrupt: "The file is damaged."
    case .unsupported: "The picture uses a part of its format that is not supported."
    case .tooLarge: "The picture needs more memory than a decoder may use."
    case .unreadable: "The file could not be read."
    case .sandbox: "The decoder could not lock itself in, and refuses to work."
    case .other: "The picture could not be decoded."
    }
  }
}
