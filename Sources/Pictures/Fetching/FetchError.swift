import DecoderProtocol
import Glibc
import Platform

/// Why something could not be fetched, as far as the viewer is concerned.
package enum FetchError: Error, Hashable, Sendable {
  /// The program that fetches is not installed.
  case notInstalled
  /// The system did not start it, or gave no memory or descriptor for it.
  case notStarted(Errno)
  /// The file of header lines can't be read, for the reason in the clause.
  case noHeaders(String)
  /// It ended in the middle of its work, twice.
  case ended(ProcessEnd, lastWords: String)
  /// It said something that the protocol does not allow.
  case lied(String)
  /// It says that it can't be had.
  case failed(FetchFailure)

  /// One sentence for the user, without the address and safe to show anywhere.
  package var sentence: String {
    switch self {
    case .notInstalled:
      "\(FetchWire.program), which fetches over the network, is not installed; "
        + "on Debian it needs \(Self.package) and ca-certificates"
    case .noHeaders(let clause): "the header file \(clause)"
    case .notStarted(let error): "\(FetchWire.program) could not be started: \(error.message)"
    case .ended(.exited(127), let words) where words.containsBytes(of: "shared libraries"):
      "\(FetchWire.program) needs a library that is not installed "
        + "(on Debian: \(Self.package)): \(words)"
    case .ended(.signalled(SIGSYS), _):
      "\(FetchWire.program) tried what it may not do, and was stopped"
    case .ended(_, let words):
      "\(FetchWire.program) ended before it was done\(words.isEmpty ? "" : ": \(words)")"
    case .lied(let clause): "\(FetchWire.program) broke its rules: \(clause)"
    case .failed(let failure): escapedForDisplay(failure.sentence.utf8, limit: 300)
    }
  }

  /// The host that the user has to allow first; `nil` for every other error.
  package var hostToAllow: String? {
    guard case .failed(let failure) = self, failure.code == .notAllowed else { return nil }
    return failure.host
  }

  private static var package: String { DebianSuite.current.name(of: "libcurl4") }

  /// Whether there is nothing at the address, which is no fault of anything on the way.
  package var isMissing: Bool {
    if case .failed(let failure) = self { failure.code == .missing } else { false }
  }
}
